package org.underbase.combinedlog.journal;

import java.nio.ByteBuffer;
import java.util.OptionalLong;

/**
 * Pointer in a segment to the next one, in a separate sector at 1,024, which reveals that the last segment is missing. It is
 * written after the first commit of the next segment and is not fsynced: without it, no record is lost.
 *
 * <pre>
 *  0  8  magic "UBCLNEXT"
 *  8  4  zero
 * 12  4  CRC32C of bytes 16 to 31
 * 16  8  epoch of the segment that contains it, which distinguishes pointers of an earlier use
 * 24  8  epoch of the next segment
 * </pre>
 */
final class NextSegmentPointer {
    static final int AT = 1024;
    private static final int BYTES = 32;
    private static final long MAGIC = 0x5542434c4e455854L;

    private NextSegmentPointer() {}

    static ByteBuffer encode(long epoch, long next) {
        ByteBuffer out = ByteBuffer.allocateDirect(BYTES);
        out.putLong(MAGIC).putLong(0).putLong(epoch).putLong(next);
        out.putInt(12, SegmentHeader.crc(out, BYTES));
        return out.flip();
    }

    /** Returns the epoch of the next segment, if the header page contains a valid pointer. */
    static OptionalLong decode(ByteBuffer page, long epoch) {
        ByteBuffer in = page.slice();
        if (in.limit() < AT + BYTES) {
            return OptionalLong.empty();
        }
        ByteBuffer pointer = in.slice(AT, BYTES);
        boolean valid = pointer.getLong(0) == MAGIC
                && pointer.getInt(12) == SegmentHeader.crc(pointer, BYTES)
                && pointer.getLong(16) == epoch;
        return valid ? OptionalLong.of(pointer.getLong(24)) : OptionalLong.empty();
    }
}
