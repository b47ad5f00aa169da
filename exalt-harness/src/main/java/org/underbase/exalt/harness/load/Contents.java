package org.underbase.exalt.harness.load;

import java.nio.ByteBuffer;
import java.util.Arrays;
import org.apache.hadoop.fs.Path;
import org.underbase.exalt.tardis.Form;
import org.underbase.exalt.tardis.Tardis;

/**
 * What is in a file: a beginning of a sequence whose length its name says, so that it can be told from what is at the same place
 * in other files. Immutable.
 */
final class Contents {
    private static final char SEPARATOR = '-';

    private final long total;

    private Contents(long total) {
        this.total = total;
    }

    /**
     * Of a new file.
     *
     * @param bytes it may have
     * @param number of the file, different for each
     */
    static Contents of(long bytes, long number) {
        return new Contents(bytes + number * Form.DATA.unit());
    }

    /**
     * Of a file that was written by these clients.
     *
     * @throws IllegalArgumentException where its name says no length
     */
    static Contents of(Path file) {
        String name = file.getName();
        try {
            return new Contents(Long.parseLong(name.substring(name.lastIndexOf(SEPARATOR) + 1)));
        } catch (NumberFormatException e) {
            throw new IllegalArgumentException("no file of this load: " + file, e);
        }
    }

    /** The file's name. */
    String name() {
        return "f" + SEPARATOR + total;
    }

    /** Writes bytes from a position on to the beginning of an array. */
    void fill(long position, byte[] into, int length) {
        Tardis.fill(Form.DATA, total, position, ByteBuffer.wrap(into), 0, length);
    }

    /**
     * Where bytes differ from what should be there.
     *
     * @param expected room for them, as long as the bytes at least
     * @return index of the first that differs, -1 when none does
     */
    int mismatch(long position, byte[] bytes, int length, byte[] expected) {
        fill(position, expected, length);
        return Arrays.mismatch(expected, 0, length, bytes, 0, length);
    }
}
