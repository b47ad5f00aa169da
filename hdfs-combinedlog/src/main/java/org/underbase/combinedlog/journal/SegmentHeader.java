package org.underbase.combinedlog.journal;

import java.nio.ByteBuffer;
import java.util.Optional;
import java.util.UUID;
import java.util.zip.CRC32C;

/**
 * First page of a segment. It contains the same 96 bytes at 0 and at 512. Each copy is in one sector, so a power failure leaves
 * either the old or the new header; the CRC detects corruption, and the second copy repairs it.
 *
 * <pre>
 *  0  8  magic "UBCLSEG1"
 *  8  4  version, 2
 * 12  4  CRC32C of bytes 16 to 95
 * 16 16  journal ID
 * 32  8  epoch: 1 more than that of the segment begun before
 * 40  8  sequence of the first record
 * 48  8  size of the segment
 * 56  8  salt of the records' checksums
 * 64  4  compatible features, 0: a reader ignores those that it does not know
 * 68  4  incompatible features, 0: a reader rejects the segment if it does not know one
 * 72 24  zero
 * </pre>
 *
 * <p>Magic, version and CRC have the same positions in all versions.
 *
 * @param journal journal ID
 * @param epoch number of this use of the segment, above 0
 * @param firstSequence sequence of its first record
 * @param size size of the segment, in bytes
 * @param salt random number of this use: a client cannot write data that passes as a record
 */
record SegmentHeader(UUID journal, long epoch, long firstSequence, long size, long salt) {
    static final int BYTES = 96;
    /** Records begin here, and every batch begins on a multiple of this. */
    static final int PAGE = 4096;

    static final int VERSION = 2;
    private static final long MAGIC = 0x5542434c53454731L;
    /** Placeholder of a segment without a valid header. */
    static final SegmentHeader NONE = new SegmentHeader(new UUID(0, 0), 0, 0, 0, 0);

    private static final int COPY = 512;
    private static final int INCOMPATIBLE_AT = 68;

    /** Whether this is a header and not the placeholder {@link #NONE}. */
    boolean isValid() {
        return epoch > 0;
    }

    /** Returns the header page. */
    ByteBuffer encode() {
        ByteBuffer page = ByteBuffer.allocateDirect(PAGE);
        put(page.slice(0, BYTES));
        put(page.slice(COPY, BYTES));
        return page;
    }

    private void put(ByteBuffer out) {
        out.putLong(MAGIC).putInt(VERSION).putInt(0);
        out.putLong(journal.getMostSignificantBits()).putLong(journal.getLeastSignificantBits());
        out.putLong(epoch).putLong(firstSequence).putLong(size).putLong(salt);
        out.putInt(12, crc(out, BYTES));
    }

    /**
     * Reads a header.
     *
     * @param page header page at its position; may be short
     * @return the header; empty if the segment was never used or both copies are corrupt
     * @throws UnknownVersionException if another release wrote the segment in a format that this release cannot read
     */
    static Optional<SegmentHeader> decode(ByteBuffer page) throws UnknownVersionException {
        ByteBuffer in = page.slice();
        Optional<UnknownVersionException> unknown = Optional.empty();
        for (int at = 0; at + BYTES <= in.limit() && at <= COPY; at += COPY) {
            ByteBuffer header = in.slice(at, BYTES);
            if (header.getLong(0) == MAGIC && header.getInt(12) == crc(header, BYTES)) {
                if (header.getInt(8) == VERSION && header.getInt(INCOMPATIBLE_AT) == 0) {
                    return Optional.of(read(header));
                }
                unknown = Optional.of(
                        header.getInt(8) == VERSION
                                ? UnknownVersionException.ofFeatures(header.getInt(INCOMPATIBLE_AT))
                                : UnknownVersionException.ofVersion(header.getInt(8)));
            }
        }
        if (unknown.isPresent()) {
            throw unknown.get();
        }
        return Optional.empty();
    }

    private static SegmentHeader read(ByteBuffer in) {
        return new SegmentHeader(
                new UUID(in.getLong(16), in.getLong(24)),
                in.getLong(32),
                in.getLong(40),
                in.getLong(48),
                in.getLong(56));
    }

    /** Returns the checksum of bytes 16 to {@code end}, which each header of a journal's file contains at 12. */
    static int crc(ByteBuffer header, int end) {
        CRC32C crc = new CRC32C();
        crc.update(header.duplicate().limit(end).position(16));
        return (int) crc.getValue();
    }
}
