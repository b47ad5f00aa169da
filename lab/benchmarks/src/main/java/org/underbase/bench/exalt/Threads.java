package org.underbase.bench.exalt;

import java.io.BufferedReader;
import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;

/** Threads of all processes of the machine. */
final class Threads {
    private static final Path LOAD = Path.of("/proc/loadavg");
    private static final Path IDS = Path.of("/proc/sys/kernel/pid_max");
    private static final Path ALL = Path.of("/proc/sys/kernel/threads-max");
    private static final int RUNNING_OF_ALL = 3;

    private Threads() {}

    /** How many there are, see proc(5). */
    static long taken() throws IOException {
        String field = Files.readString(LOAD).split(" ", -1)[RUNNING_OF_ALL];
        return Long.parseLong(field.substring(field.indexOf('/') + 1));
    }

    /** How many there may be: each has an id of its own. */
    static long most() throws IOException {
        return Math.min(number(IDS), number(ALL));
    }

    /** The kernel gives a setting to the first read only: one that reads a byte first, to see how much there is, gets a digit. */
    private static long number(Path file) throws IOException {
        try (BufferedReader lines = Files.newBufferedReader(file)) {
            return Long.parseLong(lines.readLine().strip());
        }
    }
}
