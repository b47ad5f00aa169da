package org.underbase.exalt.disk;

import java.io.IOException;
import java.nio.ByteBuffer;
import java.util.ArrayList;
import java.util.List;
import java.util.function.Consumer;
import java.util.zip.CRC32C;
import org.underbase.exalt.tardis.Form;

/**
 * Append-only log of a file's records. If the process exits during a write, a record, or its growth, is either complete or absent.
 * Not thread-safe.
 */
final class Log {
    /** Maximum number of raw bytes per record; head and bytes are one write. */
    private static final int SMALL = 16 << 10;

    private final Store store;
    private final long epoch;
    private final long start;
    private long end;
    private Entry last;
    private CRC32C lastCrc = new CRC32C();

    /** Creates an empty log. */
    Log(Store store, Header header) {
        this.store = store;
        this.epoch = header.epoch();
        this.start = header.start();
        this.end = start;
    }

    /** Returns the position of the next record. */
    long end() {
        return end;
    }

    /** Returns the last entry if it is a run that ends at an offset of the logical file; otherwise null. */
    Extent lastRun(long offset) {
        return last != null && last.type() == Entry.Type.RUN && last.offset() + last.length() == offset
                ? Extent.of(last)
                : null;
    }

    /** Reads all records. A writable file is truncated after the last valid record. */
    void recover(Consumer<Entry> records, boolean writable) throws IOException {
        long size = store.size();
        read(records, size);
        if (end < size) {
            checkNothingFollows(size);
            if (writable) {
                store.truncate(end);
            }
        }
    }

    /** Reads all records of a log within a region of the file. */
    void read(Consumer<Entry> records, long size) throws IOException {
        Entry before = null;
        CRC32C crc = null;
        for (Entry found = at(end, size); found != null; ) {
            Entry next = at(found.end(), size);
            // The last write may lack some of its bytes.
            if (next == null && found.type() == Entry.Type.RAW) {
                CRC32C whole = crc(found);
                if ((int) whole.getValue() != found.payload()) {
                    break;
                }
                crc = whole;
            }
            if (before != null) {
                records.accept(before);
            }
            before = found;
            end = found.end();
            found = next;
        }
        if (before != null) {
            records.accept(before);
            last = before;
            // A run has no raw bytes, so its CRC is unused.
            if (before.type() == Entry.Type.RAW) {
                lastCrc = crc == null ? crc(before) : crc;
            }
        }
    }

    /** Verifies the checksums of all raw bytes. */
    void check() throws IOException {
        long size = end;
        List<Entry> all = new ArrayList<>();
        Log again = new Log(store, new Header(epoch, start));
        again.read(all::add, size);
        for (Entry each : all) {
            if (each.type() == Entry.Type.RAW && !isWhole(each)) {
                throw new CorruptFileException("invalid checksum of the record at byte " + each.at());
            }
        }
        // A corrupt last record is indistinguishable from an interrupted write, so reading again finds the corruption.
        if (again.end != size) {
            throw new CorruptFileException("corrupt record at byte " + again.end);
        }
    }

    private Entry at(long at, long size) throws IOException {
        ByteBuffer bytes = ByteBuffer.allocate(Entry.HEAD + Form.HASH_LENGTH);
        store.read(bytes, at);
        Entry entry = Entry.of(bytes.flip(), epoch, at);
        return entry != null && entry.end() <= size ? entry : null;
    }

    private boolean isWhole(Entry entry) throws IOException {
        return (int) crc(entry).getValue() == entry.payload();
    }

    private CRC32C crc(Entry entry) throws IOException {
        CRC32C crc = new CRC32C();
        ByteBuffer bytes = ByteBuffer.allocate((int) Math.min(entry.length(), 1 << 20));
        for (long done = 0; done < entry.length(); done += bytes.limit()) {
            bytes.clear().limit((int) Math.min(bytes.capacity(), entry.length() - done));
            if (store.read(bytes, entry.payloadAt() + done) < bytes.limit()) {
                throw new CorruptFileException("truncated record at byte " + entry.at());
            }
            crc.update(bytes.flip());
        }
        return crc;
    }

    /** Rejects a valid record after an invalid one: this is corruption, not an interrupted write, and must not be truncated. */
    private void checkNothingFollows(long size) throws IOException {
        ByteBuffer bytes = ByteBuffer.allocate((1 << 20) + Entry.HEAD + Form.HASH_LENGTH);
        for (long from = end + 1; from < size; from += 1 << 20) {
            bytes.clear();
            store.read(bytes, from);
            bytes.flip();
            int whole = bytes.limit();
            for (int i = 0; i < Math.min(1 << 20, whole - Entry.HEAD); i++) {
                if (Entry.of(bytes.slice(i, Math.min(whole - i, Entry.HEAD + Form.HASH_LENGTH)), epoch, from + i)
                        != null) {
                    throw new CorruptFileException(
                            "corrupt record at byte " + end + ": a valid record follows at byte " + (from + i));
                }
            }
        }
    }

    /** Appends all bytes of a buffer as raw bytes. */
    Extent raw(long offset, ByteBuffer bytes) throws IOException {
        int length = bytes.remaining();
        if (last != null && last.type() == Entry.Type.RAW && last.offset() + last.length() == offset) {
            store.write(bytes.duplicate(), end);
            lastCrc.update(bytes.duplicate());
            long before = last.length();
            last = last.grown(before + length, (int) lastCrc.getValue());
            store.write(last.slot(epoch), last.slotAt());
            end += length;
            return Extent.of(last).tail(before);
        }
        lastCrc = new CRC32C();
        lastCrc.update(bytes.duplicate());
        Entry entry = Entry.raw(offset, length, end, (int) lastCrc.getValue());
        ByteBuffer head = entry.head(epoch);
        if (length <= SMALL) {
            store.write(
                    ByteBuffer.allocate(head.limit() + length)
                            .put(head)
                            .put(bytes.duplicate())
                            .flip(),
                    end);
        } else {
            store.write(bytes.duplicate(), entry.payloadAt());
            store.write(head, end);
        }
        return appended(entry);
    }

    /** Appends a run; extends the last record if the run continues it. */
    Extent run(long offset, long length, Form form, int phase, int marker) throws IOException {
        Extent next = new Extent(offset, length, false, 0, form, phase, marker);
        if (last != null && last.type() == Entry.Type.RUN && Extent.of(last).continues(next)) {
            last = last.grown(last.length() + length, 0);
            store.write(last.slot(epoch), last.slotAt());
            return next;
        }
        Entry entry = Entry.run(form, phase, marker, offset, length, end);
        store.write(entry.head(epoch), end);
        return appended(entry);
    }

    /** Appends a change of the file's length. */
    void length(long length) throws IOException {
        Entry entry = Entry.length(length, end);
        store.write(entry.head(epoch), end);
        appended(entry);
    }

    private Extent appended(Entry entry) {
        last = entry;
        end = entry.end();
        return Extent.of(entry);
    }

    /** Appends the content of another log. */
    void copy(Extents extents) throws IOException {
        for (Extent each : extents.all()) {
            if (!each.raw()) {
                run(each.offset(), each.length(), each.form(), each.phase(), each.marker());
                continue;
            }
            ByteBuffer bytes = ByteBuffer.allocate((int) Math.min(each.length(), 1 << 20));
            for (long done = 0; done < each.length(); done += bytes.limit()) {
                bytes.clear().limit((int) Math.min(bytes.capacity(), each.length() - done));
                if (store.read(bytes, each.at() + done) < bytes.limit()) {
                    throw new CorruptFileException("missing bytes at " + (each.at() + done));
                }
                raw(each.offset() + done, bytes.flip());
            }
        }
        length(extents.length());
    }
}
