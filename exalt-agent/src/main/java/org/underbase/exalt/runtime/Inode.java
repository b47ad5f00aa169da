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
 * Compressed file that this process has open; one object for all descriptors and names, because an open file may be renamed, linked and
 * deleted. Thread-safe except {@link #users}.
 */
final class Inode {
    private final Internals internals;
    private final Verify verify;
    private final Traffic traffic;
    private final ReadWriteLock lock = new ReentrantReadWriteLock();
    private Store store;
    /** Content; empty while the file is empty and not open for writing. */
    private TardisFile file;

    private boolean writable;

    /** Number of descriptors; guarded by the table of inodes. */
    int users;

    Inode(Internals internals, Verify verify, Traffic traffic) {
        this.internals = internals;
        this.verify = verify;
        this.traffic = traffic;
    }

    /**
     * Adds a descriptor.
     *
     * @param link path that names the file regardless of renames
     * @param empty whether the kernel reports length 0
     * @param write whether the descriptor is for writing
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
                // The descriptor was opened with O_TRUNC: the kernel has truncated the physical file.
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

    /** Closes the content after the last descriptor. */
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

    /** Appends bytes and returns their position. */
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
