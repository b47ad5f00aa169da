package org.underbase.workload.dfsio;

import java.util.Arrays;
import org.underbase.workload.random.SeededRandom;

/**
 * Contents of the files: seeded bytes that repeat every MiB, shifted for each file. A read is verified without the file.
 * Immutable, thread-safe.
 */
final class Pattern {
    /** Maximum length of a contiguous piece, in bytes. */
    static final int PERIOD = 1 << 20;

    private static final int SHIFT = 4099;

    // Two periods, so that every piece is contiguous.
    private final byte[] bytes = new byte[2 * PERIOD];

    Pattern(long seed) {
        SeededRandom random = SeededRandom.of(seed);
        for (int i = 0; i < PERIOD; i++) {
            bytes[i] = (byte) random.nextLong();
        }
        System.arraycopy(bytes, 0, bytes, PERIOD, PERIOD);
    }

    /** Returns the array that contains all pieces. It is shared and must not be modified. */
    byte[] bytes() {
        return bytes;
    }

    /** Returns the index in {@link #bytes} of a file's contents at an offset. */
    int start(int file, long offset) {
        return (int) ((offset + (long) SHIFT * file) % PERIOD);
    }

    /** Whether the buffer contains the data of the file at the offset. */
    boolean holds(int file, long offset, byte[] buffer, int length) {
        int start = start(file, offset);
        return Arrays.equals(buffer, 0, length, bytes, start, start + length);
    }
}
