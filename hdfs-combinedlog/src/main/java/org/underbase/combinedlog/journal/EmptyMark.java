package org.underbase.combinedlog.journal;

import java.io.IOException;
import java.nio.ByteBuffer;
import java.util.Optional;
import java.util.UUID;

/**
 * Mark of an empty journal, in the file of the journal ID at 512. A clean close writes it, and the next start overwrites it with
 * zeros before it writes a record. Every release reads it: an empty journal in an unknown format can be replaced.
 *
 * <pre>
 *  0  8  magic "UBCLEMPT"
 *  8  4  zero
 * 12  4  CRC32C of bytes 16 to 47
 * 16 16  journal ID
 * 32  8  sequence of the last record
 * 40  8  epoch of the last segment
 * </pre>
 *
 * @param journal journal ID
 * @param sequence sequence of the last record
 * @param epoch epoch of the last segment
 */
record EmptyMark(UUID journal, long sequence, long epoch) {
    private static final int AT = 512;
    private static final int BYTES = 48;
    private static final long MAGIC = 0x5542434c454d5054L;

    /** Reads the mark of a journal that has an ID; empty if it may contain records. */
    static Optional<EmptyMark> read(JournalDevice device) throws IOException {
        ByteBuffer in = ByteBuffer.allocate(BYTES);
        try (JournalFile file = device.open(JournalId.FILE)) {
            file.read(in, AT);
        }
        in.flip();
        if (in.remaining() < BYTES || in.getLong(0) != MAGIC || in.getInt(12) != SegmentHeader.crc(in, BYTES)) {
            return Optional.empty();
        }
        return Optional.of(new EmptyMark(new UUID(in.getLong(16), in.getLong(24)), in.getLong(32), in.getLong(40)));
    }

    /** Reads the mark of the journal with this ID. */
    static Optional<EmptyMark> read(JournalDevice device, UUID id) throws IOException {
        return read(device).filter(mark -> mark.journal().equals(id));
    }

    /** Writes and fsyncs the mark. */
    void write(JournalDevice device) throws IOException {
        ByteBuffer out = ByteBuffer.allocate(BYTES);
        out.putLong(MAGIC).putLong(0);
        out.putLong(journal.getMostSignificantBits()).putLong(journal.getLeastSignificantBits());
        out.putLong(sequence).putLong(epoch);
        out.putInt(12, SegmentHeader.crc(out, BYTES)).flip();
        write(device, out);
    }

    /** Removes the mark; on disk when this returns. */
    static void clear(JournalDevice device) throws IOException {
        write(device, ByteBuffer.allocate(BYTES));
    }

    private static void write(JournalDevice device, ByteBuffer bytes) throws IOException {
        try (JournalFile file = device.open(JournalId.FILE)) {
            file.write(bytes, AT);
            file.force();
        }
    }
}
