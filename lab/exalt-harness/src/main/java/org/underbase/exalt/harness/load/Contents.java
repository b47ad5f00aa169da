package org.underbase.exalt.harness.load;

import java.nio.ByteBuffer;
import java.util.Arrays;
import org.apache.hadoop.fs.Path;
import org.underbase.exalt.tardis.Form;
import org.underbase.exalt.tardis.Tardis;

/**
 * What is in a file: pieces of 8 MiB, each of which begins with the file's number and its own, and goes on with a sequence. All
 * sequences are the same, so that making and comparing them costs next to nothing; that a block is another's is seen by the numbers,
 * and a part that is at the wrong place in its piece by the sequence. Immutable.
 */
final class Contents {
    /** Long enough that what the numbers take on a disk is little beside checksums. */
    static final int PIECE = 8 << 20;

    private static final int STAMP = 2 * Long.BYTES;
    private static final char SEPARATOR = '-';

    private final long number;

    private Contents(long number) {
        this.number = number;
    }

    /**
     * Of a new file.
     *
     * @param number of the file, different for each
     */
    static Contents of(long number) {
        return new Contents(number);
    }

    /**
     * Of a file that was written by these clients.
     *
     * @throws IllegalArgumentException where its name says no number
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
        return "f" + SEPARATOR + number;
    }

    /** Writes bytes from a position on to the beginning of an array. */
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
