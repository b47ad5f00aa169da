package org.underbase.combinedlog.journal;

import java.io.IOException;
import java.nio.ByteBuffer;
import java.util.Optional;
import java.util.UUID;
import java.util.zip.CRC32C;

/**
 * The file that says which journal a directory holds: magic "UBCLOGID", version, CRC32C of the identity, identity. It is
 * written once, before the first segment.
 */
final class Identity {
    static final String FILE = "journal";
    private static final long MAGIC = 0x5542434c4f474944L;
    /** In the place of the magic: what else is here is to be deleted. */
    private static final long WIPED = 0x5542434c474f4e45L;

    private static final int BYTES = 32;

    private Identity() {}

    static UUID of(JournalDevice device) throws IOException {
        boolean anySegment = device.list().stream().anyMatch(name -> Segment.number(name) >= 0);
        if (device.list().contains(FILE)) {
            ByteBuffer in = read(device);
            Optional<UUID> known = identity(in);
            if (known.isPresent()) {
                return known.get();
            }
            if (in.remaining() == BYTES && in.getLong(0) == WIPED) {
                anySegment = false;
                deleteAllButItself(device);
            }
            if (anySegment) {
                throw new IOException("the file " + FILE + " in " + device.describe()
                        + " is damaged: the journal cannot be told from another one's; move the directory away to start"
                        + " without what it holds");
            }
        } else if (anySegment) {
            throw new IOException(device.describe() + " has segments and no file " + FILE
                    + ": move the directory away to start without what it holds");
        }
        return make(device);
    }

    /** Which journal is there; nothing where none is, or its identity cannot be read. Nothing is changed. */
    static Optional<UUID> peek(JournalDevice device) throws IOException {
        return device.list().contains(FILE) ? identity(read(device)) : Optional.empty();
    }

    private static ByteBuffer read(JournalDevice device) throws IOException {
        ByteBuffer in = ByteBuffer.allocate(BYTES);
        try (JournalFile file = device.open(FILE)) {
            file.read(in, 0);
        }
        return in.flip();
    }

    private static Optional<UUID> identity(ByteBuffer in) throws UnknownVersionException {
        if (in.remaining() < BYTES || in.getLong(0) != MAGIC || in.getInt(12) != crc(in)) {
            return Optional.empty();
        }
        if (in.getInt(8) != SegmentHeader.VERSION) {
            throw new UnknownVersionException(in.getInt(8));
        }
        return Optional.of(new UUID(in.getLong(16), in.getLong(24)));
    }

    /**
     * Deletes all files of a journal. First they are declared void: a power cut in the middle would leave some segments
     * and not those with the cuts and ends of what they tell.
     */
    static void wipe(JournalDevice device) throws IOException {
        if (device.list().contains(FILE)) {
            try (JournalFile file = device.open(FILE)) {
                file.write(ByteBuffer.allocate(Long.BYTES).putLong(WIPED).flip(), 0);
                file.force();
            }
        }
        deleteAllButItself(device);
        device.delete(FILE);
    }

    private static void deleteAllButItself(JournalDevice device) throws IOException {
        for (String name : device.list()) {
            if (!name.equals(FILE)) {
                device.delete(name);
            }
        }
    }

    private static UUID make(JournalDevice device) throws IOException {
        UUID identity = UUID.randomUUID();
        ByteBuffer out = ByteBuffer.allocate(BYTES);
        out.putLong(MAGIC).putInt(SegmentHeader.VERSION).putInt(0);
        out.putLong(identity.getMostSignificantBits()).putLong(identity.getLeastSignificantBits());
        out.putInt(12, crc(out)).flip();
        try (JournalFile file = device.create(FILE, SegmentHeader.PAGE, nanos -> {})) {
            file.write(out, 0);
            file.force();
        }
        return identity;
    }

    private static int crc(ByteBuffer buffer) {
        CRC32C crc = new CRC32C();
        crc.update(buffer.duplicate().limit(BYTES).position(16));
        return (int) crc.getValue();
    }
}
