package org.underbase.combinedlog.journal;

import java.io.Closeable;
import java.io.IOException;
import java.nio.channels.FileChannel;
import java.nio.channels.FileLock;
import java.nio.channels.OverlappingFileLockException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.nio.file.StandardOpenOption;
import java.util.Optional;

/** Lock of a directory by a locked file, compatible with HDFS's lock of a data directory ({@code in_use.lock}). */
public final class DirectoryLock implements Closeable {
    static final String FILE = "in_use.lock";

    private final FileChannel channel;

    private DirectoryLock(FileChannel channel) {
        this.channel = channel;
    }

    /**
     * Locks a directory.
     *
     * @param directory directory to lock
     * @return the lock; empty if a process, including this one, has locked the directory
     * @throws IOException if the file cannot be created or locked
     */
    public static Optional<DirectoryLock> tryTake(Path directory) throws IOException {
        FileChannel channel = PrivateFiles.openOrCreate(directory.resolve(FILE));
        FileLock lock = null;
        try {
            lock = channel.tryLock();
        } catch (OverlappingFileLockException e) {
            // This process has locked the directory.
            assert lock == null;
        } finally {
            if (lock == null) {
                channel.close();
            }
        }
        return lock == null ? Optional.empty() : Optional.of(new DirectoryLock(channel));
    }

    /**
     * Reports whether a process has locked a directory, without changing it.
     *
     * @param directory directory to check
     * @return whether it is locked
     * @throws IOException if the file cannot be read
     */
    public static boolean isHeld(Path directory) throws IOException {
        Path file = directory.resolve(FILE);
        if (!Files.exists(file)) {
            return false;
        }
        // A shared lock needs read permission only, and it fails if another process holds the exclusive lock.
        try (FileChannel channel = FileChannel.open(file, StandardOpenOption.READ);
                FileLock lock = channel.tryLock(0, Long.MAX_VALUE, true)) {
            return lock == null;
        } catch (OverlappingFileLockException e) {
            return true;
        }
    }

    @Override
    public void close() throws IOException {
        channel.close();
    }
}
