package org.underbase.exalt.harness.load;

import java.nio.ByteBuffer;
import java.util.Arrays;
import java.util.SplittableRandom;
import org.underbase.exalt.tardis.Form;
import org.underbase.exalt.tardis.Tardis;

/** Rows by number: a key of four bytes that is anywhere in the table, and a value that no other row has. Immutable. */
final class Rows {
    private static final int FIRST_FACTOR = 0x9E3779B1;
    private static final int SECOND_FACTOR = 0x85EBCA6B;
    private static final int FIRST_SHIFT = 15;
    private static final int SECOND_SHIFT = 13;

    private final long seed;
    private final int bytes;
    private final boolean plain;

    /**
     * @param bytes of a value
     * @param plain whether they are random
     */
    Rows(long seed, long bytes, boolean plain) {
        this.seed = seed;
        this.bytes = Math.toIntExact(bytes);
        this.plain = plain;
    }

    /** A key; each number below 2^32 has another, for each step of this can be undone. */
    byte[] key(long number) {
        int mixed = (int) number + (int) seed;
        mixed *= FIRST_FACTOR;
        mixed ^= mixed >>> FIRST_SHIFT;
        mixed *= SECOND_FACTOR;
        mixed ^= mixed >>> SECOND_SHIFT;
        return ByteBuffer.allocate(Integer.BYTES).putInt(mixed).array();
    }

    byte[] value(long number) {
        byte[] value = new byte[bytes];
        if (plain) {
            new SplittableRandom(seed ^ (number << Byte.SIZE)).nextBytes(value);
        } else {
            // The beginning of a sequence that is longer for each row.
            Tardis.fill(Form.DATA, bytes + number * Form.DATA.unit(), 0, value);
        }
        return value;
    }

    /** What is wrong with a value; empty when nothing is. */
    String wrong(long number, byte[] value) {
        if (value == null) {
            return "row " + number + " is missing";
        }
        if (value.length != bytes) {
            return "row " + number + " has " + value.length + " bytes, not " + bytes;
        }
        int at = Arrays.mismatch(value(number), value);
        return at < 0 ? "" : "row " + number + " has a wrong byte at " + at;
    }
}
