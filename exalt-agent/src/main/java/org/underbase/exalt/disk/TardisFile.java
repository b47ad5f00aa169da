package org.underbase.exalt.disk;

import java.io.Closeable;
import java.io.IOException;
import java.nio.ByteBuffer;
import java.util.concurrent.locks.ReadWriteLock;
import java.util.concurrent.locks.ReentrantReadWriteLock;
import org.underbase.exalt.tardis.Form;
import org.underbase.exalt.tardis.Matcher;
import org.underbase.exalt.tardis.Pieces;
import org.underbase.exalt.tardis.Splitter;
import org.underbase.exalt.tardis.Tardis;
import org.underbase.exalt.tardis.Verify;

/**
 * A file in which sequences take next to no room. It is read and written like any file; what was written is there when the process
 * that wrote it is killed, as it is in the page cache. Thread-safe: reads go on beside each other.
 */
public final class TardisFile implements Closeable {
    /** A shorter run costs as much as its bytes. */
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
     * Whether a file begins as those do that this writes.
     *
     * @param store the file
     * @return false for an empty one
     * @throws IOException when it cannot be read
     */
    public static boolean isOne(Store store) throws IOException {
        return Header.begins(store);
    }

    /**
     * Opens a file, or makes an empty one into one.
     *
     * @param store its bytes, owned by this from now on; closed where this fails
     * @param verify how closely it is looked at what is written
     * @param writable whether it may be changed; what a process that was killed has left unfinished is cut off then
     * @return the file
     * @throws DamagedFileException when it is none of ours, of a later version, or spoilt
     * @throws IOException when it cannot be read or written
     */
    public static TardisFile open(Store store, Verify verify, boolean writable) throws IOException {
        return open(store, verify, writable, GARBAGE_KEPT);
    }

    /** {@code garbageKept}: bytes of what is not so any more that are not worth a rewriting. */
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
        // A new file, or one whose first write was cut short.
        if (size == 0 || (size < Header.LENGTH && Header.begins(store))) {
            header = Header.first();
            if (writable) {
                store.truncate(0);
                header.create(store);
            }
        } else {
            header = Header.read(store)
                    .orElseThrow(() -> new DamagedFileException("the file does not begin as a compressed one does"));
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
     * Its length as whoever wrote it sees it.
     *
     * @return bytes
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
     * What it takes on disk.
     *
     * @return bytes
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
     * Reads.
     *
     * @param position of the first byte
     * @param into takes bytes from its position up to its limit, both of which stay
     * @return how many; -1 at the end of the file
     * @throws IOException when it fails
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
            throw new DamagedFileException("bytes at " + (extent.at() + skipped) + " are missing");
        }
    }

    private static void zeros(ByteBuffer into, int at, int count) {
        byte[] zeros = new byte[Math.min(count, ZEROS)];
        for (int done = 0; done < count; done += zeros.length) {
            into.put(at + done, zeros, 0, Math.min(zeros.length, count - done));
        }
    }

    /**
     * Writes all; the file gets longer where it must, with zeros before.
     *
     * @param position of the first byte
     * @param from gives bytes from its position up to its limit, both of which stay
     * @throws IOException when it fails; a part, from the beginning on, may be written then
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
            splitter.split(from, first + done, end, new Pieces<IOException>() {
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
     * Writes all at the end, wherever that is by then.
     *
     * @param from gives bytes from its position up to its limit, both of which stay
     * @return the position of the first byte
     * @throws IOException when it fails; a part, from the beginning on, may be written then
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

    /** A file is written piece after piece, and most go on with the run that the one before has begun. */
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
     * Sets the length; what is new reads as zeros.
     *
     * @param length in bytes
     * @throws IOException when it fails; the length is as before then
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
            throw new IOException("the file is open for reading");
        }
    }

    /**
     * Where more than half of the log says what is not so any more, it is written anew: behind the old one, and from there to the
     * front. The header tells each time which of the two counts, so that one of them is whole whenever the process ends.
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
     * Compares what cannot be described with the checksums that were written with it. Reads do not: whoever stores data here has
     * checksums of its own.
     *
     * @throws DamagedFileException where it differs
     * @throws IOException when it cannot be read
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
