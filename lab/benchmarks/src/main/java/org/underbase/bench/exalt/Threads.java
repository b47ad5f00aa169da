package org.underbase.bench.exalt;

import java.io.BufferedReader;
import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;

/** Thread counts of the machine. */
final class Threads {
    private static final Path LOAD = Path.of("/proc/loadavg");
    private static final Path IDS = Path.of("/proc/sys/kernel/pid_max");
    private static final Path ALL = Path.of("/proc/sys/kernel/threads-max");
    private static final int RUNNING_OF_ALL = 3;

    private Threads() {}

    /** Returns the number of threads of all processes, see proc(5). */
    static long used() throws IOException {
        String field = Files.readString(LOAD).split(" ", -1)[RUNNING_OF_ALL];
        return Long.parseLong(field.substring(field.indexOf('/') + 1));
    }

    /** Returns the maximum number of threads; each thread needs a process id. */
    static long max() throws IOException {
        return Math.min(number(IDS), number(ALL));
    }

    /** Reads a line at once: the kernel returns the complete setting only to the first read, and Files.readString splits it. */
    private static long number(Path file) throws IOException {
        try (BufferedReader lines = Files.newBufferedReader(file)) {
            return Long.parseLong(lines.readLine().strip());
        }
    }
}
