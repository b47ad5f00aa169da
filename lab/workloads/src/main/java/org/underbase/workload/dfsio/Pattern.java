package org.underbase.workload.dfsio;

import java.util.Arrays;
import org.underbase.workload.random.SeededRandom;

/**
 * The contents of the files: seeded bytes that repeat every MiB, shifted for each file. So a read can be checked without
 * having the file. Immutable, thread-safe.
 */
final class Pattern {
    /** Longest piece that can be asked for. */
    static final int PERIOD = 1 << 20;

    private static final int SHIFT = 4099;

    // Twice the period, so that every piece is contiguous.
    private final byte[] bytes = new byte[2 * PERIOD];

    Pattern(long seed) {
        SeededRandom random = SeededRandom.of(seed);
        for (int i = 0; i < PERIOD; i++) {
            bytes[i] = (byte) random.nextLong();
        }
        System.arraycopy(bytes, 0, bytes, PERIOD, PERIOD);
    }

    /** The array that holds all pieces; nobody may change it. */
    byte[] bytes() {
        return bytes;
    }

    /** Where in {@link #bytes} the contents of a file at an offset begin. */
    int start(int file, long offset) {
        return (int) ((offset + (long) SHIFT * file) % PERIOD);
    }

    boolean holds(int file, long offset, byte[] buffer, int length) {
        int start = start(file, offset);
        return Arrays.equals(buffer, 0, length, bytes, start, start + length);
    }
}
