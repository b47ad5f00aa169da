package org.underbase.exalt.harness.load;

import java.nio.ByteBuffer;
import java.util.Arrays;
import org.apache.hadoop.fs.Path;
import org.underbase.exalt.tardis.Form;
import org.underbase.exalt.tardis.Tardis;

/**
 * Content of a file: pieces of 8 MiB, each with the file number, the piece number and a sequence. All
 * sequences are equal, so that generating and comparing them is cheap. The numbers reveal a block of another file, and the sequence
 * reveals a misplaced part. Immutable.
 */
final class Contents {
    /** Size of a piece, in bytes: large enough that the uncompressed numbers are small compared with checksums. */
    static final int PIECE = 8 << 20;

    private static final int STAMP = 2 * Long.BYTES;
    private static final char SEPARATOR = '-';

    private final long number;

    private Contents(long number) {
        this.number = number;
    }

    /**
     * Creates the content of a new file.
     *
     * @param number unique number of the file
     */
    static Contents of(long number) {
        return new Contents(number);
    }

    /**
     * Creates the content of a file that these clients have written.
     *
     * @throws IllegalArgumentException if the name contains no number
     */
    static Contents of(Path file) {
        String name = file.getName();
        try {
            return new Contents(Long.parseLong(name.substring(name.lastIndexOf(SEPARATOR) + 1)));
        } catch (NumberFormatException e) {
            throw new IllegalArgumentException("not a file of this load: " + file, e);
        }
    }

    /** Returns the name of the file. */
    String name() {
        return "f" + SEPARATOR + number;
    }

    /** Writes the bytes from a position to the start of an array. */
    void fill(long position, byte[] into, int length) {
        ByteBuffer bytes = ByteBuffer.wrap(into);
        int done = 0;
        while (done < length) {
            long piece = (position + done) / PIECE;
            int at = (int) ((position + done) % PIECE);
            int some;
            if (at < STAMP) {
                some = Math.min(STAMP - at, length - done);
                byte[] stamp = ByteBuffer.allocate(STAMP)
                        .putLong(number)
                        .putLong(piece)
                        .array();
                System.arraycopy(stamp, at, into, done, some);
            } else {
                some = Math.min(PIECE - at, length - done);
                Tardis.fill(Form.DATA, PIECE - STAMP, at - STAMP, bytes, done, some);
            }
            done += some;
        }
    }

    /**
     * Finds the first byte that differs from the expected content.
     *
     * @param expected scratch buffer, at least as long as the bytes
     * @return index of the first difference; -1 if there is no difference
     */
    int mismatch(long position, byte[] bytes, int length, byte[] expected) {
        fill(position, expected, length);
        return Arrays.mismatch(expected, 0, length, bytes, 0, length);
    }
}
