package org.underbase.exalt.disk;

import java.io.Closeable;
import java.io.IOException;
import java.nio.ByteBuffer;
import java.util.concurrent.locks.ReadWriteLock;
import java.util.concurrent.locks.ReentrantReadWriteLock;
import org.underbase.exalt.tardis.Form;
import org.underbase.exalt.tardis.Matcher;
import org.underbase.exalt.tardis.Splitter;
import org.underbase.exalt.tardis.Tardis;
import org.underbase.exalt.tardis.Tokens;
import org.underbase.exalt.tardis.Verify;

/**
 * File that stores Tardis sequences compressed. It is read and written like any file. Written data survives {@code kill -9} of the
 * writer, because it is in the page cache. Thread-safe; reads run concurrently.
 */
public final class TardisFile implements Closeable {
    /** Minimum length of a stored run; the record of a shorter run is as large as its bytes. */
    private static final int SHORTEST_RUN = 128;

    private static final long GARBAGE_KEPT = 64 << 10;
    private static final int ZEROS = 8 << 10;

    private final Store store;
    private final boolean writable;
    private final long garbageKept;
    private final Matcher matcher;
    private final Splitter splitter;
    private final ReadWriteLock lock = new ReentrantReadWriteLock();
    private final Extents extents = new Extents();
    private Header header;
    private Log log;

    private TardisFile(Store store, Verify verify, boolean writable, long garbageKept) {
        this.store = store;
        this.writable = writable;
        this.garbageKept = garbageKept;
        this.matcher = new Matcher(verify);
        this.splitter = new Splitter(matcher, SHORTEST_RUN);
    }

    /**
     * Returns whether a file starts as a compressed file.
     *
     * @param store the file
     * @return whether the magic is present; false for an empty file
     * @throws IOException if the file is unreadable
     */
    public static boolean isOne(Store store) throws IOException {
        return Header.begins(store);
    }

    /**
     * Opens a compressed file, or initializes an empty one.
     *
     * @param store bytes of the file; this object owns it and closes it if the call fails
     * @param verify number of bytes to verify before a write is compressed
     * @param writable whether the file may be changed; if so, an unfinished last record is truncated
     * @return the file
     * @throws CorruptFileException if the file is not compressed, has a later version, or is corrupt
     * @throws IOException if the file is unreadable or not writable
     */
    public static TardisFile open(Store store, Verify verify, boolean writable) throws IOException {
        return open(store, verify, writable, GARBAGE_KEPT);
    }

    /** {@code garbageKept}: maximum size of superseded records before the log is rewritten, in bytes. */
    static TardisFile open(Store store, Verify verify, boolean writable, long garbageKept) throws IOException {
        TardisFile file = new TardisFile(store, verify, writable, garbageKept);
        try {
            file.recover();
            return file;
        } catch (IOException | RuntimeException e) {
            try {
                store.close();
            } catch (IOException unclosed) {
                e.addSuppressed(unclosed);
            }
            throw e;
        }
    }

    private void recover() throws IOException {
        long size = store.size();
        // A new file, or one whose first write was interrupted.
        if (size == 0 || (size < Header.LENGTH && Header.begins(store))) {
            header = Header.first();
            if (writable) {
                store.truncate(0);
                header.create(store);
            }
        } else {
            header = Header.read(store)
                    .orElseThrow(() -> new CorruptFileException("missing header of a compressed file"));
        }
        log = new Log(store, header);
        log.recover(this::apply, writable);
    }

    private void apply(Entry entry) {
        if (entry.type() == Entry.Type.LENGTH) {
            extents.resize(entry.offset());
        } else {
            extents.put(Extent.of(entry));
        }
    }

    /**
     * Returns the logical length.
     *
     * @return length in bytes, as an application sees it
     */
    public long length() {
        lock.readLock().lock();
        try {
            return extents.length();
        } finally {
            lock.readLock().unlock();
        }
    }

    /**
     * Returns the physical length.
     *
     * @return size on disk, in bytes
     */
    public long physicalLength() {
        lock.readLock().lock();
        try {
            return log.end();
        } finally {
            lock.readLock().unlock();
        }
    }

    /**
     * Reads bytes.
     *
     * @param position position of the first byte
     * @param into buffer to fill from its position to its limit, both stay unchanged
     * @return number of bytes; -1 at the end of the file
     * @throws IOException if the read fails
     */
    public int read(long position, ByteBuffer into) throws IOException {
        if (position < 0) {
            throw new IllegalArgumentException("position " + position);
        }
        lock.readLock().lock();
        try {
            int wanted = (int) Math.min(into.remaining(), extents.length() - position);
            if (wanted <= 0) {
                return into.hasRemaining() ? -1 : 0;
            }
            int base = into.position();
            long next = position;
            long end = position + wanted;
            for (Extent each : extents.between(position, end)) {
                zeros(into, base + (int) (next - position), (int) Math.max(0, each.offset() - next));
                next = Math.max(next, each.offset());
                int count = (int) (Math.min(end, each.end()) - next);
                copy(each, next - each.offset(), into, base + (int) (next - position), count);
                next += count;
            }
            zeros(into, base + (int) (next - position), (int) (end - next));
            return wanted;
        } finally {
            lock.readLock().unlock();
        }
    }

    private void copy(Extent extent, long skipped, ByteBuffer into, int at, int count) throws IOException {
        if (!extent.raw()) {
            Tardis.expand(extent.form(), extent.phaseAfter(skipped), extent.markerAfter(skipped), into, at, count);
        } else if (store.read(into.slice(at, count), extent.at() + skipped) < count) {
            throw new CorruptFileException("missing bytes at " + (extent.at() + skipped));
        }
    }

    private static void zeros(ByteBuffer into, int at, int count) {
        byte[] zeros = new byte[Math.min(count, ZEROS)];
        for (int done = 0; done < count; done += zeros.length) {
            into.put(at + done, zeros, 0, Math.min(zeros.length, count - done));
        }
    }

    /**
     * Writes all bytes of a buffer. The file is extended with zeros if necessary.
     *
     * @param position position of the first byte
     * @param from buffer to write from its position to its limit, both stay unchanged
     * @throws IOException if the write fails; a prefix may be written
     */
    public void write(long position, ByteBuffer from) throws IOException {
        if (position < 0 || position > Long.MAX_VALUE - from.remaining()) {
            throw new IllegalArgumentException("position " + position);
        }
        lock.writeLock().lock();
        try {
            checkWritable();
            int first = from.position();
            int end = from.limit();
            int done = continued(position, from, first, end);
            splitter.split(from, first + done, end, new Tokens<IOException>() {
                @Override
                public void raw(int at, int length) throws IOException {
                    extents.put(log.raw(position + at - first, from.slice(at, length)));
                }

                @Override
                public void run(int at, int length, Form form, int phase, int marker) throws IOException {
                    extents.put(log.run(position + at - first, length, form, phase, marker));
                }
            });
            reclaim();
        } finally {
            lock.writeLock().unlock();
        }
    }

    /**
     * Appends all bytes of a buffer at the current end.
     *
     * @param from buffer to write from its position to its limit, both stay unchanged
     * @return position of the first byte
     * @throws IOException if the write fails; a prefix may be written
     */
    public long append(ByteBuffer from) throws IOException {
        lock.writeLock().lock();
        try {
            long position = extents.length();
            write(position, from);
            return position;
        } finally {
            lock.writeLock().unlock();
        }
    }

    /** Continues the last run without a search: most writes continue the run of the previous write. */
    private int continued(long position, ByteBuffer from, int first, int end) throws IOException {
        Extent run = log.lastRun(position);
        if (run == null) {
            return 0;
        }
        int phase = run.phaseAfter(run.length());
        int marker = run.markerAfter(run.length());
        int count = matcher.match(from, first, end, run.form(), phase, marker);
        if (count > 0) {
            extents.put(log.run(position, count, run.form(), phase, marker));
        }
        return count;
    }

    /**
     * Sets the length; an extension reads as zeros.
     *
     * @param length new length, in bytes
     * @throws IOException if the change fails; the length is unchanged then
     */
    public void truncate(long length) throws IOException {
        if (length < 0) {
            throw new IllegalArgumentException("length " + length);
        }
        lock.writeLock().lock();
        try {
            checkWritable();
            if (length != extents.length()) {
                log.length(length);
                extents.resize(length);
                reclaim();
            }
        } finally {
            lock.writeLock().unlock();
        }
    }

    private void checkWritable() throws IOException {
        if (!writable) {
            throw new IOException("file is open for reading only");
        }
    }

    /**
     * Rewrites the log if more than half of it is superseded: first after the old log, and then at the start of the file. The header
     * states which log is valid, so that one log is complete whenever the process exits.
     */
    private void reclaim() throws IOException {
        long used = log.end() - header.start();
        long needed = extents.cost() + Entry.HEAD;
        if (used - needed < Math.max(garbageKept, needed)) {
            return;
        }
        rewrite(log.end());
        rewrite(Header.LENGTH);
        store.truncate(log.end());
    }

    private void rewrite(long start) throws IOException {
        Header newer = header.next(start);
        Log copy = new Log(store, newer);
        copy.copy(extents);
        newer.update(store);
        header = newer;
        log = new Log(store, newer);
        extents.resize(0);
        log.read(this::apply, copy.end());
    }

    /**
     * Verifies the checksums of all raw bytes. Reads do not verify them, because a storage system under test has its own
     * checksums.
     *
     * @throws CorruptFileException if a checksum differs
     * @throws IOException if the file is unreadable
     */
    public void check() throws IOException {
        lock.readLock().lock();
        try {
            log.check();
        } finally {
            lock.readLock().unlock();
        }
    }

    @Override
    public void close() throws IOException {
        lock.writeLock().lock();
        try {
            store.close();
        } finally {
            lock.writeLock().unlock();
        }
    }
}
