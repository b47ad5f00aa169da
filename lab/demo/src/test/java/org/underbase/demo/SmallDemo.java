package org.underbase.demo;

import java.io.IOException;
import java.nio.charset.StandardCharsets;
import java.nio.file.Files;
import java.nio.file.Path;
import java.time.Duration;
import java.util.List;

/** Options and leftovers of a demo with one node and a small load. */
final class SmallDemo {
    private SmallDemo() {}

    static DemoOptions options(Path dir, Duration duration) {
        return new DemoOptions(1, 100, 5, 4, duration, 1, 0, dir.resolve("work"), dir.resolve("report"));
    }

    /** Returns the command lines of other processes that contain {@code dir}. */
    static List<String> processesOf(Path dir) {
        return ProcessHandle.allProcesses()
                .filter(process -> process.pid() != ProcessHandle.current().pid())
                .map(process -> commandLine(process.pid()))
                .filter(line -> line.contains(dir.toString()))
                .toList();
    }

    static String commandLine(long pid) {
        try {
            return new String(
                    Files.readAllBytes(Path.of("/proc", Long.toString(pid), "cmdline")), StandardCharsets.UTF_8);
        } catch (IOException e) {
            // The process has exited.
            return "";
        }
    }
}
