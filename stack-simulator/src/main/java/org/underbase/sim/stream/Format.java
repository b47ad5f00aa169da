package org.underbase.sim.stream;

import java.nio.ByteBuffer;
import java.util.zip.CRC32C;

/** Constants and encodings that writer and reader share. */
final class Format {
    static final int MAGIC = 0x55425251;
    static final int VERSION = 1;
    static final int FLAGS = 0;
    static final int HEADER_BYTES = 3 * Integer.BYTES;
    static final int BLOCK_HEADER_BYTES = 4 * Integer.BYTES;
    static final int MOST_REQUESTS = 1 << 14;
    static final int COLUMNS = 5;
    /** Bytes of the longest encoded number. */
    static final int MOST_BYTES = 10;

    static final int MOST_RAW = MOST_REQUESTS * MOST_BYTES * COLUMNS;
    static final int DELETION = 64;
    /** Bit of types other than deletions, whose lowest bits are the activity: another machine writes the file. */
    static final int RECEIVED = 32;
    /** Bit of the creation of a file. */
    static final int CREATION = 16;

    private static final int CONTINUED = 0x80;
    private static final int BITS = 7;

    private Format() {}

    static void putSigned(ByteBuffer out, long value) {
        long rest = (value << 1) ^ (value >> (Long.SIZE - 1));
        while ((rest & -CONTINUED) != 0) {
            out.put((byte) (rest | CONTINUED));
            rest >>>= BITS;
        }
        out.put((byte) rest);
    }

    static long getSigned(ByteBuffer in) {
        long value = 0;
        for (int shift = 0; shift < Long.SIZE; shift += BITS) {
            byte next = in.get();
            value |= (long) (next & (CONTINUED - 1)) << shift;
            if (next >= 0) {
                break;
            }
        }
        return (value >>> 1) ^ -(value & 1);
    }

    static int checksum(int count, int raw, byte[] data, int length) {
        CRC32C crc = new CRC32C();
        crc.update(ByteBuffer.allocate(3 * Integer.BYTES)
                .putInt(count)
                .putInt(raw)
                .putInt(length)
                .flip());
        crc.update(data, 0, length);
        return (int) crc.getValue();
    }
}
