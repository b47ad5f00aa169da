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
     * The command in a session of its own, as the same process: a Ctrl-C at the terminal then reaches the JVM that owns the cluster alone, which ends it in order.
     */
    public static List<String> inSession(List<String> command) {
        List<String> words = new ArrayList<>();
        program("setsid").ifPresent(setsid -> words.add(setsid.toString()));
        words.addAll(command);
        return words;
    }

    /** As {@link #inSession(List)}. */
    public static List<String> inSession(String... command) {
        return inSession(List.of(command));
    }

    /** Where a program is, if it is on the PATH or where administrators' programs are. */
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

    /** The first of these programs that is not installed. */
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
            // No /proc: not Linux, and what needs root here needs Linux too.
            return false;
        }
    }
}
