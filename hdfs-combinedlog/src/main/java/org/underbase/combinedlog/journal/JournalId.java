package org.underbase.combinedlog.journal;

import java.io.IOException;
import java.nio.ByteBuffer;
import java.util.Optional;
import java.util.UUID;

/**
 * File that identifies the journal in a directory: magic "UBCLOGID", version, CRC32C of the ID, ID. It is written once, before
 * the first segment.
 */
final class JournalId {
    static final String FILE = "journal";
    private static final long MAGIC = 0x5542434c4f474944L;
    /** Replaces the magic while the journal is being deleted: every other file of it is void. */
    private static final long DELETING = 0x5542434c474f4e45L;

    private static final int BYTES = 32;

    private JournalId() {}

    /** Reads the ID, or creates it in a directory without segments. */
    static UUID of(JournalDevice device) throws IOException {
        boolean anySegment = device.list().stream().anyMatch(name -> Segment.number(name) >= 0);
        if (device.list().contains(FILE)) {
            ByteBuffer in = read(device);
            Optional<UUID> known = supportedId(device, in);
            if (known.isPresent()) {
                return known.get();
            }
            if (in.remaining() == BYTES && (in.getLong(0) == DELETING || isValid(in))) {
                anySegment = false;
                deleteAllButItself(device);
            }
            if (anySegment) {
                throw new IOException("corrupt file " + FILE + " in " + device.describe()
                        + ": the journal cannot be identified; move the directory away to start without its records");
            }
        } else if (anySegment) {
            throw new IOException("missing file " + FILE + " in " + device.describe() + ", which contains segments"
                    + ": move the directory away to start without its records");
        }
        return create(device);
    }

    /** Returns the ID without changing the directory; empty if it contains no journal or the file is corrupt. */
    static Optional<UUID> peek(JournalDevice device) throws IOException {
        return device.list().contains(FILE) ? supportedId(device, read(device)) : Optional.empty();
    }

    /** Returns the ID; empty if it is invalid, or in an unknown version of a journal that is marked as empty. */
    private static Optional<UUID> supportedId(JournalDevice device, ByteBuffer in) throws IOException {
        if (!isValid(in)) {
            return Optional.empty();
        }
        if (in.getInt(8) == SegmentHeader.VERSION) {
            return Optional.of(new UUID(in.getLong(16), in.getLong(24)));
        }
        if (EmptyMark.read(device).isPresent()) {
            return Optional.empty();
        }
        throw UnknownVersionException.ofVersion(in.getInt(8));
    }

    private static ByteBuffer read(JournalDevice device) throws IOException {
        ByteBuffer in = ByteBuffer.allocate(BYTES);
        try (JournalFile file = device.open(FILE)) {
            file.read(in, 0);
        }
        return in.flip();
    }

    private static boolean isValid(ByteBuffer in) {
        return in.remaining() == BYTES && in.getLong(0) == MAGIC && in.getInt(12) == SegmentHeader.crc(in, BYTES);
    }

    /**
     * Deletes all files of a journal. It marks them as void first: a power failure in between could leave some segments without
     * those that contain truncations and deletions of the same replicas.
     */
    static void deleteJournal(JournalDevice device) throws IOException {
        if (device.list().contains(FILE)) {
            try (JournalFile file = device.open(FILE)) {
                file.write(ByteBuffer.allocate(Long.BYTES).putLong(DELETING).flip(), 0);
                file.force();
            }
        }
        deleteAllButItself(device);
        device.delete(FILE);
    }

    private static void deleteAllButItself(JournalDevice device) throws IOException {
        for (String name : device.list()) {
            if (JournalFiles.isOwn(name) && !name.equals(FILE)) {
                device.delete(name);
            }
        }
    }

    private static UUID create(JournalDevice device) throws IOException {
        UUID id = UUID.randomUUID();
        ByteBuffer out = ByteBuffer.allocate(BYTES);
        out.putLong(MAGIC).putInt(SegmentHeader.VERSION).putInt(0);
        out.putLong(id.getMostSignificantBits()).putLong(id.getLeastSignificantBits());
        out.putInt(12, SegmentHeader.crc(out, BYTES)).flip();
        try (JournalFile file = device.create(FILE, SegmentHeader.PAGE, nanos -> {})) {
            file.write(out, 0);
            file.force();
        }
        return id;
    }
}
