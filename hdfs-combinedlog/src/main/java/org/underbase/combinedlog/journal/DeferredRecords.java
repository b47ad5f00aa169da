package org.underbase.combinedlog.journal;

import java.io.Closeable;
import java.io.IOException;
import java.nio.ByteBuffer;
import java.nio.charset.StandardCharsets;
import java.nio.file.Files;
import java.nio.file.Path;
import java.security.SecureRandom;
import java.util.ArrayList;
import java.util.Comparator;
import java.util.List;
import java.util.SortedSet;
import java.util.TreeSet;
import java.util.UUID;
import java.util.function.BooleanSupplier;
import java.util.stream.Collectors;

/**
 * Records that were set aside from a journal, because the storage that needs them is missing or failed. Each file contains the
 * records of one storage from one replay. A file is written completely before the journal discards its records, and is never
 * changed. Not thread-safe.
 *
 * <p>On-disk format: a header page, then records in the journal's format with epoch 1. The header is at 0 and, as a copy, at 512.
 * Both are written and fsynced in turn when the records are on disk: without a valid header and with zeros at 512, the
 * file is incomplete.
 *
 * <pre>
 *  0  8  magic "UBCLDEFR"
 *  8  4  version, 2
 * 12  4  CRC32C of bytes 16 to the end of the storage ID
 * 16 16  journal ID
 * 32  8  salt of the records' checksums
 * 40  8  number of records
 * 48  8  sequence of the first record
 * 56  8  sequence of the last record
 * 64  8  end of the last record
 * 72  4  features that a reader must support, 0
 * 76  4  1 if the storage stayed in service, otherwise 0
 * 80  4  length of the storage ID
 * 84  .  storage ID in UTF-8
 * </pre>
 */
public final class DeferredRecords implements Closeable {
    /** Name of the directory of these files in the directory of a journal. */
    public static final String DIRECTORY = "deferred";

    private static final String PREFIX = "deferred-";
    private static final long MAGIC = 0x5542434c44454652L;
    private static final int FEATURES_AT = 72;
    private static final int SERVED_AT = 76;
    private static final int STORAGE_AT = 84;
    private static final int COPY_AT = 512;

    private static final long EPOCH = 1;

    private final BooleanSupplier exists;
    private final Opener opener;
    private final SecureRandom salts = new SecureRandom();
    private JournalDevice device;

    /**
     * Complete file of records.
     *
     * @param name file name
     * @param journal ID of the journal that contained the records
     * @param storage ID of the storage that needs them
     * @param served whether the storage stayed in service, so that other replicas may have replaced those of the records
     * @param records number of records
     * @param firstSequence sequence of the first record
     * @param lastSequence sequence of the last record
     * @param end end of the last record, in bytes
     * @param salt salt of the records' checksums
     */
    public record Part(
            String name,
            UUID journal,
            String storage,
            boolean served,
            long records,
            long firstSequence,
            long lastSequence,
            long end,
            long salt) {}

    /** Source of records. */
    public interface Source {
        /**
         * Passes the records to a sink, in order. May be repeated.
         *
         * @param sink receiver of each record
         * @throws IOException if they cannot be read, or by the sink
         */
        void pass(RecordSink sink) throws IOException;
    }

    /** Function that opens the location of the files. */
    public interface Opener {
        /**
         * Opens the location; creates it if it does not exist.
         *
         * @return device, which {@link DeferredRecords#close} closes
         * @throws IOException if it cannot be created or another process has locked it
         */
        JournalDevice open() throws IOException;
    }

    private DeferredRecords(BooleanSupplier exists, Opener opener) {
        this.exists = exists;
        this.opener = opener;
    }

    /**
     * Creates an object for reading and writing. The location is created for the first file.
     *
     * @param exists whether the location exists
     * @param opener function that opens the location
     * @return the files
     */
    public static DeferredRecords in(BooleanSupplier exists, Opener opener) {
        return new DeferredRecords(exists, opener);
    }

    /**
     * Creates an object that neither locks nor changes the files of a journal.
     *
     * @param journalDir directory of the journal
     * @return the files; none if the directory does not exist
     */
    public static DeferredRecords view(Path journalDir) {
        Path directory = journalDir.resolve(DIRECTORY);
        return new DeferredRecords(() -> Files.isDirectory(directory), () -> new ReadOnlyDirectory(directory));
    }

    private JournalDevice device() throws IOException {
        if (device == null) {
            device = opener.open();
        }
        return device;
    }

    private List<String> list() throws IOException {
        return device != null || exists.getAsBoolean() ? device().list() : List.of();
    }

    /**
     * Returns the storages with records.
     *
     * @return storage IDs, sorted
     * @throws IOException as thrown by {@link #parts}
     */
    public SortedSet<String> storages() throws IOException {
        return parts().stream().map(Part::storage).collect(Collectors.toCollection(TreeSet::new));
    }

    /**
     * Reports whether a file of this name in the directory of these files is one of them.
     *
     * @param name file name
     * @return whether it is that of a file of records, also of one that is being created, or of the lock
     */
    public static boolean isOwn(String name) {
        return isPart(JournalFiles.created(name)) || name.equals(DirectoryLock.FILE);
    }

    private static boolean isPart(String name) {
        return name.startsWith(PREFIX) && name.substring(PREFIX.length()).matches("[0-9]{1,18}");
    }

    private static long number(String name) {
        return Long.parseLong(name.substring(PREFIX.length()));
    }

    /**
     * Returns the complete files.
     *
     * @return files, oldest first
     * @throws IOException if a file cannot be read, is corrupt or has an unknown version
     */
    public List<Part> parts() throws IOException {
        List<Part> parts = new ArrayList<>();
        for (String name : list()) {
            if (isPart(name) && !isVoid(name)) {
                parts.add(header(name));
            }
        }
        parts.sort(Comparator.comparingLong(part -> number(part.name())));
        return parts;
    }

    private ByteBuffer readHeader(String name, long position) throws IOException {
        ByteBuffer header = ByteBuffer.allocate(COPY_AT);
        try (JournalFile file = device().open(name)) {
            file.read(header, position);
        }
        return header.flip();
    }

    /** Whether a crash left the file incomplete. */
    private boolean isVoid(String name) throws IOException {
        ByteBuffer copy = readHeader(name, COPY_AT);
        return copy.mismatch(ByteBuffer.allocate(copy.remaining())) < 0 && end(readHeader(name, 0)) < 0;
    }

    /** Returns the end of a valid header, otherwise -1. */
    private static int end(ByteBuffer in) {
        int end = in.remaining() < STORAGE_AT ? -1 : STORAGE_AT + in.getInt(STORAGE_AT - Integer.BYTES);
        boolean valid = end >= STORAGE_AT
                && end <= in.limit()
                && in.getLong(0) == MAGIC
                && in.getInt(12) == SegmentHeader.crc(in, end);
        return valid ? end : -1;
    }

    private Part header(String name) throws IOException {
        IOException failure = corrupt(name);
        for (long position : new long[] {0, COPY_AT}) {
            ByteBuffer in = readHeader(name, position);
            int end = end(in);
            if (end >= 0 && in.getInt(8) == SegmentHeader.VERSION && in.getInt(FEATURES_AT) == 0) {
                return decode(name, in, end);
            }
            if (end >= 0) {
                failure = in.getInt(8) == SegmentHeader.VERSION
                        ? UnknownVersionException.ofFeatures(in.getInt(FEATURES_AT))
                        : UnknownVersionException.ofVersion(in.getInt(8));
            }
        }
        throw failure;
    }

    private static Part decode(String name, ByteBuffer in, int end) {
        byte[] storage = new byte[end - STORAGE_AT];
        in.get(STORAGE_AT, storage);
        return new Part(
                name,
                new UUID(in.getLong(16), in.getLong(24)),
                new String(storage, StandardCharsets.UTF_8),
                in.getInt(SERVED_AT) != 0,
                in.getLong(40),
                in.getLong(48),
                in.getLong(56),
                in.getLong(64),
                in.getLong(32));
    }

    private static IOException corrupt(String name) {
        return new IOException("corrupt file " + DIRECTORY + "/" + name
                + " in the directory of the journal: move it away to continue without its records");
    }

    /**
     * Writes a file of records. They are on disk when this returns. Deletes files that a crash left incomplete: their journal still
     * contains the records.
     *
     * @param journal ID of the journal that contains the records
     * @param storage ID of the storage that needs them
     * @param served whether the storage stays in service
     * @param source the records, at least one
     * @throws IOException if the records cannot be read or written; the file is void then
     */
    public void add(UUID journal, String storage, boolean served, Source source) throws IOException {
        byte[] id = storage.getBytes(StandardCharsets.UTF_8);
        if (id.length > COPY_AT - STORAGE_AT) {
            throw new IOException("cannot defer records of storage " + storage + ": its ID is too long");
        }
        long[] size = {SegmentHeader.PAGE};
        source.pass(record -> size[0] += RecordCodec.padded(RecordCodec.length(record.payload())));
        long number = 1;
        for (String each : list()) {
            if (isPart(each) ? isVoid(each) : isPart(JournalFiles.created(each))) {
                device().delete(each);
            } else if (isPart(each)) {
                number = Math.max(number, number(each) + 1);
            }
        }
        try (JournalFile file = device().create(PREFIX + number, size[0], nanos -> {})) {
            ByteBuffer header = ByteBuffer.allocate(STORAGE_AT + id.length);
            header.putLong(MAGIC).putInt(SegmentHeader.VERSION).putInt(0);
            header.putLong(journal.getMostSignificantBits()).putLong(journal.getLeastSignificantBits());
            header.putLong(salts.nextLong());
            writeRecords(file, source, header);
            header.putInt(0).putInt(served ? 1 : 0).putInt(id.length).put(id).flip();
            header.putInt(12, SegmentHeader.crc(header, header.limit()));
            file.force();
            file.write(header.duplicate(), 0);
            file.force();
            file.write(header.duplicate(), COPY_AT);
            file.force();
        }
    }

    private static void writeRecords(JournalFile file, Source source, ByteBuffer header) throws IOException {
        long salt = header.getLong(32);
        long[] position = {SegmentHeader.PAGE};
        long[] sequences = {0, 0, 0};
        source.pass(record -> {
            int length = RecordCodec.length(record.payload());
            ByteBuffer out = ByteBuffer.allocate(RecordCodec.padded(length));
            RecordCodec.put(out, record.type(), record.sequence(), length, record.payload());
            RecordCodec.seal(out, 0, EPOCH, salt);
            file.write(out.flip(), position[0]);
            position[0] += out.limit();
            sequences[1] = sequences[0]++ == 0 ? record.sequence() : sequences[1];
            sequences[2] = record.sequence();
        });
        header.putLong(sequences[0]).putLong(sequences[1]).putLong(sequences[2]).putLong(position[0]);
    }

    /**
     * Passes the records of a file to a sink, in order.
     *
     * @param part file to read
     * @param sink receiver of each record
     * @return counts of the records
     * @throws IOException if the file cannot be read or is corrupt, or by the sink
     */
    public Replayed read(Part part, RecordSink sink) throws IOException {
        try (JournalFile file = device().open(part.name())) {
            long position = SegmentHeader.PAGE;
            for (long i = 0; i < part.records(); i++) {
                ByteBuffer record = RecordCodec.read(file, position, EPOCH, part.salt(), part.end())
                        .orElseThrow(() -> corrupt(part.name()));
                sink.accept(RecordCodec.decode(record));
                position += RecordCodec.padded(record.limit());
            }
        }
        return new Replayed(part.records(), 0, 1, List.of());
    }

    /**
     * Deletes a file, whose records are durable elsewhere or not needed any more.
     *
     * @param part file to delete
     * @throws IOException if the directory cannot be written
     */
    public void delete(Part part) throws IOException {
        device().delete(part.name());
    }

    @Override
    public void close() throws IOException {
        if (device != null) {
            device.close();
        }
    }
}
