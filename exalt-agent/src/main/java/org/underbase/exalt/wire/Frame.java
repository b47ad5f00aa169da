package org.underbase.exalt.wire;

import org.underbase.exalt.tardis.Form;

/**
 * What frames look like. A direction begins with sixteen bytes that tell that it has frames, or has none. A frame is its type, one byte,
 * and its length, four bytes; where the type is 0, so many bytes as they are follow. Otherwise the type is the form's number and one, and
 * there follow for a hash-carrying form the hash, then the index of the run's first byte in its unit, one byte, and the marker of that
 * unit, four bytes, and last one byte more, which the reader leaves in the kernel until the run is read to its end: as long as
 * there is something to read, the kernel says so to whoever waits for it. All numbers have their highest byte first.
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
        1
    };

    static final int BEGIN_LENGTH = BEGIN.length;

    static final int RAW = 0;
    /** Its type and length. */
    static final int HEAD = 1 + Integer.BYTES;
    /** The longest that comes before the last byte of a run, and that of the run before. */
    static final int LONGEST = 1 + HEAD + Form.HASH_LENGTH + 1 + Integer.BYTES;

    static final byte LAST = 0x55;

    private Frame() {}

    static byte beginAt(int index) {
        return BEGIN[index];
    }

    static int type(Form form) {
        return form.code() + 1;
    }

    /** Whether the form of a type has a hash. */
    static boolean isHashed(int type) {
        return type == HASHED;
    }

    private static final int HASHED = type(Form.hashed(new byte[Form.HASH_LENGTH]));

    /** What a frame has before its last byte. */
    static int headOf(int type) {
        if (type == RAW) {
            return HEAD;
        }
        return HEAD + (isHashed(type) ? Form.HASH_LENGTH : 0) + 1 + Integer.BYTES;
    }

    static boolean isType(int type) {
        return type >= RAW && type <= HASHED;
    }
}
