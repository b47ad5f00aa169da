package org.underbase.exalt.runtime;

import java.io.IOException;
import java.nio.ByteBuffer;
import java.nio.channels.FileChannel;
import java.nio.file.Path;
import java.nio.file.StandardOpenOption;
import java.util.concurrent.locks.ReadWriteLock;
import java.util.concurrent.locks.ReentrantReadWriteLock;
import org.underbase.exalt.disk.ChannelStore;
import org.underbase.exalt.disk.Store;
import org.underbase.exalt.disk.TardisFile;
import org.underbase.exalt.tardis.Verify;

/**
 * A compressed file that this process has open, once for all of its descriptors and names: a file may be renamed, linked and deleted
 * while it is open. Thread-safe, but for {@link #users}.
 */
final class Inode {
    private final Internals internals;
    private final Verify verify;
    private final Traffic traffic;
    private final ReadWriteLock lock = new ReentrantReadWriteLock();
    private Store store;
    /** None while it is empty and nobody has it open to write. */
    private TardisFile file;

    private boolean writable;

    /** How many descriptors it has; guarded by the table that it is in. */
    int users;

    Inode(Internals internals, Verify verify, Traffic traffic) {
        this.internals = internals;
        this.verify = verify;
        this.traffic = traffic;
    }

    /**
     * One more descriptor.
     *
     * @param link names the file whatever its name is
     * @param empty whether the kernel says so
     * @param write whether it is for writing
     */
    void opened(Path link, boolean empty, boolean write) throws IOException {
        lock.writeLock().lock();
        try {
            if (file == null && !write && empty) {
                return;
            }
            if (file == null || (write && !writable)) {
                open(link, write);
            } else if (write && !TardisFile.isOne(store)) {
                // The descriptor was opened with O_TRUNC: the kernel has cut what it knows to be the file.
                store.truncate(0);
                open(link, true);
            }
        } finally {
            lock.writeLock().unlock();
        }
    }

    private void open(Path link, boolean write) throws IOException {
        Store newer = new CountedStore(store(internals, link, write), traffic);
        TardisFile opened = TardisFile.open(newer, verify, write);
        TardisFile old = file;
        store = newer;
        file = opened;
        writable = write;
        if (old != null) {
            old.close();
        }
    }

    static Store store(Internals internals, Path path, boolean write) throws IOException {
        FileChannel channel = write
                ? FileChannel.open(path, StandardOpenOption.READ, StandardOpenOption.WRITE)
                : FileChannel.open(path, StandardOpenOption.READ);
        internals.setUninterruptible(channel);
        return new ChannelStore(channel);
    }

    /** The last descriptor is closed. */
    void close() throws IOException {
        lock.writeLock().lock();
        try {
            if (file != null) {
                file.close();
            }
        } finally {
            lock.writeLock().unlock();
        }
    }

    long length() {
        lock.readLock().lock();
        try {
            return file == null ? 0 : file.length();
        } finally {
            lock.readLock().unlock();
        }
    }

    int read(long position, ByteBuffer into) throws IOException {
        lock.readLock().lock();
        try {
            if (file == null) {
                return into.hasRemaining() ? -1 : 0;
            }
            return Traffic.count(file.read(position, into), traffic.read);
        } finally {
            lock.readLock().unlock();
        }
    }

    void write(long position, ByteBuffer from) throws IOException {
        lock.readLock().lock();
        try {
            file.write(position, from);
            traffic.written.add(from.remaining());
        } finally {
            lock.readLock().unlock();
        }
    }

    /** Writes at the end, and returns where that was. */
    long append(ByteBuffer from) throws IOException {
        lock.readLock().lock();
        try {
            long position = file.append(from);
            traffic.written.add(from.remaining());
            return position;
        } finally {
            lock.readLock().unlock();
        }
    }

    void truncate(long length) throws IOException {
        lock.readLock().lock();
        try {
            file.truncate(length);
        } finally {
            lock.readLock().unlock();
        }
    }
}
