package org.underbase.combinedlog.journal;

import java.io.IOException;
import java.nio.ByteBuffer;
import java.util.Optional;
import java.util.zip.CRC32C;

/**
 * On-disk format of a record, at a multiple of eight bytes.
 *
 * <pre>
 *  0  4  magic "UCR1"
 *  4  4  CRC32C of the segment's salt and of bytes 8 to the end of the payload
 *  8  4  length: header and payload, without the zeros up to the next multiple of eight
 * 12  4  type; plus 256 in the first record of a commit
 * 16  8  epoch of the segment, which distinguishes records of an earlier use
 * 24  8  sequence
 * 32  .  payload
 * </pre>
 */
final class RecordCodec {
    static final int HEADER = 32;
    /** Type of the journal's own records: the payload is the last sequence that is durable elsewhere. */
    static final int CHECKPOINT = 127;

    private static final int MAGIC = 0x55435231;
    private static final int BEGINS_COMMIT = 256;
    /** Longest record whose memory is allocated before its checksum is verified, in bytes. */
    private static final int PART = 64 << 10;

    private RecordCodec() {}

    /** Positional reads of a file. */
    interface Reads {
        /** As {@link JournalFile#read}. */
        void read(ByteBuffer buffer, long position) throws IOException;
    }

    static int length(ByteBuffer... payload) {
        int length = HEADER;
        for (ByteBuffer part : payload) {
            length = Math.addExact(length, part.remaining());
        }
        return length;
    }

    static int padded(int length) {
        return (length + 7) & ~7;
    }

    /** Writes a record without epoch and CRC: {@link #seal} sets them when the segment is known. */
    static void put(ByteBuffer out, int type, long sequence, int length, ByteBuffer... payload) {
        out.putInt(MAGIC).putInt(0).putInt(length).putInt(type).putLong(0).putLong(sequence);
        for (ByteBuffer part : payload) {
            out.put(part.duplicate());
        }
        for (int i = length; i < padded(length); i++) {
            out.put((byte) 0);
        }
    }

    static void seal(ByteBuffer batch, int offset, long epoch, long salt) {
        if (offset == 0) {
            batch.putInt(12, batch.getInt(12) | BEGINS_COMMIT);
        }
        batch.putLong(offset + 16, epoch);
        batch.putInt(offset + 4, crc(batch, offset, batch.getInt(offset + 8), salt));
    }

    private static int crc(ByteBuffer buffer, int offset, int length, long salt) {
        CRC32C crc = saltedCrc(salt);
        crc.update(buffer.duplicate().limit(offset + length).position(offset + 8));
        return (int) crc.getValue();
    }

    /**
     * Reads the record at a position, if it is valid. Memory for a long record is allocated after its checksum was verified: a
     * corrupt length may be as large as the segment.
     */
    static Optional<ByteBuffer> read(Reads file, long position, long epoch, long salt, long end) throws IOException {
        if (position + HEADER > end) {
            return Optional.empty();
        }
        ByteBuffer head = ByteBuffer.allocate(HEADER);
        file.read(head, position);
        int length = lengthAt(head.flip(), epoch, end - position);
        if (length < 0 || (length > PART && !isValid(file, position, length, salt))) {
            return Optional.empty();
        }
        ByteBuffer record = ByteBuffer.allocate(length);
        file.read(record, position);
        boolean valid = record.flip().remaining() == length && isValid(record, salt);
        return valid ? Optional.of(record) : Optional.empty();
    }

    private static boolean isValid(Reads file, long position, int length, long salt) throws IOException {
        CRC32C crc = saltedCrc(salt);
        ByteBuffer part = ByteBuffer.allocate(PART);
        int stored = 0;
        for (long at = 0; at < length; at += part.limit()) {
            part.clear().limit((int) Math.min(PART, length - at));
            file.read(part, position + at);
            if (!part.flip().hasRemaining()) {
                return false;
            }
            if (at == 0) {
                stored = part.getInt(4);
                part.position(8);
            }
            crc.update(part);
        }
        return stored == (int) crc.getValue();
    }

    private static CRC32C saltedCrc(long salt) {
        CRC32C crc = new CRC32C();
        crc.update(ByteBuffer.allocate(Long.BYTES).putLong(salt).flip());
        return crc;
    }

    /** Returns the length in the header, or -1 without a record of that epoch. */
    static int lengthAt(ByteBuffer header, long epoch, long space) {
        if (header.remaining() < HEADER || header.getInt(header.position()) != MAGIC) {
            return -1;
        }
        int length = header.getInt(header.position() + 8);
        boolean valid = length >= HEADER && length <= space && header.getLong(header.position() + 16) == epoch;
        return valid ? length : -1;
    }

    static boolean isValid(ByteBuffer record, long salt) {
        return record.getInt(4) == crc(record, 0, record.remaining(), salt);
    }

    static boolean beginsCommit(ByteBuffer header) {
        return (header.getInt(12) & BEGINS_COMMIT) != 0;
    }

    static long sequence(ByteBuffer header) {
        return header.getLong(24);
    }

    static JournalRecord decode(ByteBuffer record) {
        return new JournalRecord(
                sequence(record),
                record.getInt(12) & ~BEGINS_COMMIT,
                record.slice(HEADER, record.remaining() - HEADER).asReadOnlyBuffer());
    }
}
