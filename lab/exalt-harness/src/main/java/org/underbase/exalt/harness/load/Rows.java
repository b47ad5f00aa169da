package org.underbase.exalt.harness.load;

import java.nio.ByteBuffer;
import java.util.Arrays;
import java.util.SplittableRandom;
import org.underbase.exalt.tardis.Form;
import org.underbase.exalt.tardis.Tardis;

/** Generator of rows by number: a key of four bytes, scattered over the table, and a unique value. Immutable. */
final class Rows {
    private static final int FIRST_FACTOR = 0x9E3779B1;
    private static final int SECOND_FACTOR = 0x85EBCA6B;
    private static final int FIRST_SHIFT = 15;
    private static final int SECOND_SHIFT = 13;

    private final long seed;
    private final int bytes;
    private final boolean plain;

    /**
     * @param bytes size of a value, in bytes
     * @param plain whether values are random bytes
     */
    Rows(long seed, long bytes, boolean plain) {
        this.seed = seed;
        this.bytes = Math.toIntExact(bytes);
        this.plain = plain;
    }

    /** Returns the key of a row; every step is invertible, so that keys of numbers below 2^32 are unique. */
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
            // Each row is the start of a sequence of a different length.
            Tardis.fill(Form.DATA, bytes + number * Form.DATA.unit(), 0, value);
        }
        return value;
    }

    /** Returns the defect of a value; empty if it is correct. */
    String wrong(long number, byte[] value) {
        if (value == null) {
            return "row " + number + " is missing";
        }
        if (value.length != bytes) {
            return "row " + number + " has " + value.length + " bytes, expected " + bytes;
        }
        int at = Arrays.mismatch(value(number), value);
        return at < 0 ? "" : "row " + number + " has an unexpected byte at " + at;
    }
}
