package org.underbase.replay.content;

import java.util.Arrays;

/** Bytes of a file, which depend on the file and their offset, so that a reader can check them. Immutable. */
public abstract class SyntheticBytes {
    SyntheticBytes() {}

    /**
     * Writes bytes of the file into a buffer.
     *
     * @param offset offset of the first byte in the file
     * @param from index of the first byte in the buffer
     */
    abstract void fill(long offset, byte[] buffer, int from, int count);

    /** Fills the first bytes of a buffer with the bytes from an offset. */
    public final void fill(long offset, byte[] buffer, int count) {
        fill(offset, buffer, 0, count);
    }

    /** Returns the index of the first byte that differs from those at an offset; -1 if none does. */
    public final int mismatch(long offset, byte[] buffer, int count) {
        byte[] expected = new byte[count];
        fill(offset, expected, count);
        return Arrays.mismatch(expected, 0, count, buffer, 0, count);
    }
}
