package org.underbase.testbed;

import java.io.IOException;
import java.nio.charset.StandardCharsets;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.List;
import java.util.stream.Stream;

/** Search for processes of this machine. */
final class ProcessList {
    private ProcessList() {}

    /** Returns the command lines of all other processes whose command line or environment contains a text. */
    static List<String> mentioning(String text) throws IOException {
        List<Path> processes;
        try (Stream<Path> entries = Files.list(Path.of("/proc"))) {
            processes = entries.filter(path -> path.getFileName().toString().matches("[0-9]+"))
                    .filter(path ->
                            !path.endsWith(Long.toString(ProcessHandle.current().pid())))
                    .toList();
        }
        List<String> result = new ArrayList<>();
        for (Path process : processes) {
            String command = read(process.resolve("cmdline"));
            if (command.contains(text) || read(process.resolve("environ")).contains(text)) {
                result.add(process.getFileName() + " " + command.replace('\0', ' '));
            }
        }
        return result;
    }

    private static String read(Path file) {
        try {
            return new String(Files.readAllBytes(file), StandardCharsets.UTF_8);
        } catch (IOException e) {
            // The process has exited or belongs to another user.
            return "";
        }
    }
}
