package org.underbase.exalt.wire;

import org.underbase.exalt.tardis.Form;

/**
 * What frames look like. A direction begins with sixteen bytes that tell that it has frames, or has none. A frame begins with its type, one
 * byte. Bytes as they are follow their number: less one and in a byte ({@link #FEW}), or in four ({@link #MANY}).
 *
 * <p>A run's type is {@link #RUN}, the form's number, and what else holds of it:
 *
 * <ul>
 *   <li>{@link #SUMMED}: the CRC-32C of each of its chunks, as HDFS has them before the data of a packet, come before it. They follow from
 *       the run, so that they are not sent.
 *   <li>{@link #ALIKE}: it is as long as the run before, and its chunks are as large as those of the last that had sums. Otherwise there
 *       follow its length, four bytes, and with sums the power of two that its chunks are large, one byte.
 *   <li>{@link #ON}: it begins in its sequence where the run before ended. Otherwise there follow for a hash-carrying form the hash, then the
 *       index of the run's first byte in its unit, one byte, and the marker of that unit, four bytes.
 * </ul>
 *
 * Last comes one byte more, which the reader leaves in the kernel until the run is read to its end: as long as there is something to
 * read, the kernel says so to whoever waits for it. All numbers have their highest byte first.
 */
final class Frame {
    /** No text, and no version of a protocol, begins so. The last byte is the version. */
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
    static final int ON = 0x08;
    static final int ALIKE = 0x10;
    private static final int FORM = 0x03;

    /** The most that {@link #FEW} are. */
    static final int MOST_OF_FEW = 256;

    static final int FEW_HEAD = 2;
    static final int MANY_HEAD = 1 + Integer.BYTES;

    /** The longest that comes before the last byte of a run, and that of the run before. */
    static final int LONGEST = 1 + 1 + Integer.BYTES + 1 + Form.HASH_LENGTH + 1 + Integer.BYTES;

    /** The least and the most that the power of two of a chunk is: HDFS's default is 9. */
    static final int LEAST_CHUNK = 9;

    static final int MOST_CHUNK = 20;

    static final byte LAST = 0x55;

    private static final int HASHED = Form.hashed(new byte[Form.HASH_LENGTH]).code();

    private Frame() {}

    static byte beginAt(int index) {
        return BEGIN[index];
    }

    /** Whether it is the type of a run, alone or with others. */
    static boolean isRun(int type) {
        return (type & RUN) != 0;
    }

    static boolean has(int type, int flag) {
        return (type & flag) != 0;
    }

    /** The number of a run's form. */
    static int form(int type) {
        return type & FORM;
    }

    /** Whether the form of a run of that type, or that has this number, has a hash. */
    static boolean isHashed(int type) {
        return form(type) == HASHED;
    }

    /** What a frame has behind its type and before its bytes or its last byte. */
    static int restOf(int type) {
        if (!isRun(type)) {
            return type == FEW ? 1 : Integer.BYTES;
        }
        int length = has(type, ALIKE) ? 0 : Integer.BYTES + (has(type, SUMMED) ? 1 : 0);
        int place = has(type, ON) ? 0 : (isHashed(type) ? Form.HASH_LENGTH : 0) + 1 + Integer.BYTES;
        return length + place;
    }

    static boolean isType(int type) {
        if (!isRun(type)) {
            return type == FEW || type == MANY;
        }
        return (type & ~(RUN | SUMMED | ON | ALIKE | FORM)) == 0
                && form(type) <= HASHED
                && !(isHashed(type) && has(type, SUMMED));
    }
}
