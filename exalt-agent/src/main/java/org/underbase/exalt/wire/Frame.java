package org.underbase.exalt.wire;

import org.underbase.exalt.tardis.Form;

/**
 * Format of frames. A direction starts with a preamble of sixteen bytes. A frame starts with its type, one byte. A frame of raw bytes
 * continues with the number of bytes: minus one in a byte ({@link #FEW}), or in four bytes ({@link #MANY}).
 *
 * <p>The type of a run is {@link #RUN}, the code of the form, and these flags:
 *
 * <ul>
 *   <li>{@link #SUMMED}: the CRC-32C of each chunk precedes the run, as HDFS sends them before the data of a packet. They are computed
 *       from the run and not sent.
 *   <li>{@link #SAME_SIZE}: length and chunk size equal those of the previous run. Otherwise the length follows (four bytes), and with
 *       checksums the binary logarithm of the chunk size (one byte).
 *   <li>{@link #CONTINUED}: the run starts where the previous run ended in its sequence. Otherwise there follow the hash of a hash-carrying
 *       form, the index of the run's first byte within its unit (one byte), and the marker of that unit (four bytes).
 * </ul>
 *
 * <p>A frame ends with one additional byte. The reader leaves it in the kernel until the run is read completely, so that the kernel
 * reports the socket as readable as long as data remains. All numbers are big-endian.
 */
final class Frame {
    /** Preamble, which no text and no known protocol starts with. The last byte is the version. */
    private static final byte[] BEGIN = {
        (byte) 0xEB,
        'E',
        'x',
        'a',
        (byte) 0xC1,
        'l',
        't',
        (byte) 0x9A,
        0x1A,
        0x0D,
        0x0A,
        (byte) 0xD7,
        0x00,
        'n',
        0x00,
        2
    };

    static final int BEGIN_LENGTH = BEGIN.length;

    static final int FEW = 0;
    static final int MANY = 1;
    static final int RUN = 0x40;
    static final int SUMMED = 0x04;
    static final int CONTINUED = 0x08;
    static final int SAME_SIZE = 0x10;
    private static final int FORM = 0x03;

    /** Maximum number of bytes of a {@link #FEW} frame. */
    static final int MOST_OF_FEW = 256;

    static final int FEW_HEAD = 2;
    static final int MANY_HEAD = 1 + Integer.BYTES;

    /** Maximum length of a run's frame before its last byte, in bytes. */
    static final int LONGEST = 1 + 1 + Integer.BYTES + 1 + Form.HASH_LENGTH + 1 + Integer.BYTES;

    /** Range of the binary logarithm of the chunk size; HDFS's default is 9. */
    static final int LEAST_CHUNK = 9;

    static final int MOST_CHUNK = 20;

    static final byte LAST = 0x55;

    private static final int HASHED = Form.hashed(new byte[Form.HASH_LENGTH]).code();

    private Frame() {}

    static byte beginAt(int index) {
        return BEGIN[index];
    }

    /** Returns whether a type is that of a run, with any flags. */
    static boolean isRun(int type) {
        return (type & RUN) != 0;
    }

    static boolean has(int type, int flag) {
        return (type & flag) != 0;
    }

    /** Returns the form code of a run's type. */
    static int form(int type) {
        return type & FORM;
    }

    /** Returns whether the form of a run's type, or of a code, has a hash. */
    static boolean isHashed(int type) {
        return form(type) == HASHED;
    }

    /** Returns the number of bytes between the type and the raw bytes or the last byte. */
    static int restOf(int type) {
        if (!isRun(type)) {
            return type == FEW ? 1 : Integer.BYTES;
        }
        int length = has(type, SAME_SIZE) ? 0 : Integer.BYTES + (has(type, SUMMED) ? 1 : 0);
        int place = has(type, CONTINUED) ? 0 : (isHashed(type) ? Form.HASH_LENGTH : 0) + 1 + Integer.BYTES;
        return length + place;
    }

    static boolean isType(int type) {
        if (!isRun(type)) {
            return type == FEW || type == MANY;
        }
        return (type & ~(RUN | SUMMED | CONTINUED | SAME_SIZE | FORM)) == 0
                && form(type) <= HASHED
                && !(isHashed(type) && has(type, SUMMED));
    }
}
