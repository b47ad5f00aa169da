package org.underbase.testbed.process;

import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.List;
import java.util.Optional;

/** Programs of the operating system. */
public final class Programs {
    private Programs() {}

    /**
     * Wraps a command to run in a separate session, as the same process. Ctrl-C at the terminal then reaches only the JVM that
     * owns the cluster, which stops the process cleanly.
     */
    public static List<String> inSession(List<String> command) {
        List<String> words = new ArrayList<>();
        program("setsid").ifPresent(setsid -> words.add(setsid.toString()));
        words.addAll(command);
        return words;
    }

    /** Wraps a command as {@link #inSession(List)} does. */
    public static List<String> inSession(String... command) {
        return inSession(List.of(command));
    }

    /** Finds a program on the PATH and in the directories of system programs. */
    public static Optional<Path> program(String name) {
        String path = System.getenv().getOrDefault("PATH", "") + ":/usr/sbin:/sbin:/usr/bin:/bin";
        for (String directory : path.split(":", -1)) {
            Path candidate = Path.of(directory, name);
            if (!directory.isEmpty() && Files.isExecutable(candidate)) {
                return Optional.of(candidate);
            }
        }
        return Optional.empty();
    }

    /** Returns the first of some programs that is not installed; empty if all are. */
    public static Optional<String> missing(String... names) {
        for (String name : names) {
            if (program(name).isEmpty()) {
                return Optional.of(name);
            }
        }
        return Optional.empty();
    }

    /** Whether this JVM runs as root. */
    public static boolean root() {
        try {
            return Integer.valueOf(0).equals(Files.getAttribute(Path.of("/proc/self"), "unix:uid"));
        } catch (IOException e) {
            // Without /proc this is not Linux, which everything that needs root needs, too.
            return false;
        }
    }
}
