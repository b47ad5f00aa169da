package org.underbase.combinedlog.journal;

import java.nio.ByteBuffer;
import java.util.Optional;
import java.util.UUID;
import java.util.zip.CRC32C;

/**
 * The first page of a segment. Only its first 64 bytes are used: they lie in one sector, so that the header is the old
 * one or the new one after a power cut, and the CRC says whether it is one at all.
 *
 * <pre>
 *  0  8  magic "UBCLSEG1"
 *  8  4  version, 1
 * 12  4  CRC32C of bytes 16 to 63
 * 16 16  identity of the journal
 * 32  8  epoch: 1 more than the segment that was begun before this one
 * 40  8  sequence of the first record
 * 48  8  size of the segment
 * 56  8  zero
 * </pre>
 *
 * @param journal identity of the journal
 * @param epoch number of this use of the segment, above 0
 * @param firstSequence sequence of its first record
 * @param size of the segment, bytes
 */
record SegmentHeader(UUID journal, long epoch, long firstSequence, long size) {
    static final int BYTES = 64;
    /** Records begin here, and every batch begins on a multiple of this. */
    static final int PAGE = 4096;

    static final int VERSION = 1;
    private static final long MAGIC = 0x5542434c53454731L;

    /** A whole page. */
    ByteBuffer encode() {
        ByteBuffer buffer = ByteBuffer.allocateDirect(PAGE);
        buffer.putLong(MAGIC).putInt(VERSION).putInt(0);
        buffer.putLong(journal.getMostSignificantBits()).putLong(journal.getLeastSignificantBits());
        buffer.putLong(epoch).putLong(firstSequence).putLong(size);
        buffer.putInt(12, crc(buffer));
        return buffer.clear();
    }

    /**
     * Reads a header.
     *
     * @param buffer at least {@link #BYTES} from its position on
     * @return the header; nothing where the segment was never used or its header was torn
     * @throws UnknownVersionException where a newer release wrote it
     */
    static Optional<SegmentHeader> decode(ByteBuffer buffer) throws UnknownVersionException {
        ByteBuffer in = buffer.slice();
        if (in.remaining() < BYTES || in.getLong(0) != MAGIC || in.getInt(12) != crc(in)) {
            return Optional.empty();
        }
        if (in.getInt(8) != VERSION) {
            throw new UnknownVersionException(in.getInt(8));
        }
        return Optional.of(new SegmentHeader(
                new UUID(in.getLong(16), in.getLong(24)), in.getLong(32), in.getLong(40), in.getLong(48)));
    }

    private static int crc(ByteBuffer buffer) {
        CRC32C crc = new CRC32C();
        crc.update(buffer.duplicate().limit(BYTES).position(16));
        return (int) crc.getValue();
    }
}
