package org.underbase.combinedlog.journal;

import java.nio.ByteBuffer;
import java.util.OptionalLong;
import java.util.zip.CRC32C;

/**
 * A note in a segment that the next one is on disk, in a sector of its own at 1,024, so that a last segment which is not
 * there any more is missed. It is written behind the next one's first commit and forced by nobody: it tells of damage,
 * and nothing is lost without it.
 *
 * <pre>
 *  0  8  magic "UBCLNEXT"
 *  8  4  zero
 * 12  4  CRC32C of bytes 16 to 31
 * 16  8  epoch of the segment that it is in: one of an earlier use does not count
 * 24  8  epoch of the next one
 * </pre>
 */
final class Successor {
    static final int AT = 1024;
    private static final int BYTES = 32;
    private static final long MAGIC = 0x5542434c4e455854L;

    private Successor() {}

    static ByteBuffer encode(long epoch, long next) {
        ByteBuffer out = ByteBuffer.allocateDirect(BYTES);
        out.putLong(MAGIC).putLong(0).putLong(epoch).putLong(next);
        out.putInt(12, crc(out));
        return out.flip();
    }

    /** The epoch of the next segment, where a header's page tells it. */
    static OptionalLong decode(ByteBuffer page, long epoch) {
        ByteBuffer in = page.slice();
        if (in.limit() < AT + BYTES) {
            return OptionalLong.empty();
        }
        ByteBuffer note = in.slice(AT, BYTES);
        boolean sound = note.getLong(0) == MAGIC && note.getInt(12) == crc(note) && note.getLong(16) == epoch;
        return sound ? OptionalLong.of(note.getLong(24)) : OptionalLong.empty();
    }

    private static int crc(ByteBuffer note) {
        CRC32C crc = new CRC32C();
        crc.update(note.duplicate().limit(BYTES).position(16));
        return (int) crc.getValue();
    }
}
