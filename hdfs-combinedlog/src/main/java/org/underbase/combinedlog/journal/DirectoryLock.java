package org.underbase.combinedlog.journal;

import java.io.Closeable;
import java.io.IOException;
import java.nio.channels.FileChannel;
import java.nio.channels.FileLock;
import java.nio.channels.OverlappingFileLockException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.nio.file.StandardOpenOption;
import java.nio.file.attribute.BasicFileAttributes;
import java.util.HashSet;
import java.util.Optional;
import java.util.Set;

/**
 * Lock of a directory by a locked file, compatible with HDFS's lock of a data directory ({@code in_use.lock}).
 *
 * <p>A process loses its lock of a file when it closes any descriptor of that file (fcntl(2)). This class therefore never opens a
 * file that it has locked.
 */
public final class DirectoryLock implements Closeable {
    static final String FILE = "in_use.lock";

    /** File keys of the locked files; guarded by the class. */
    private static final Set<Object> HELD = new HashSet<>();

    private final FileChannel channel;
    private final Object key;

    private DirectoryLock(FileChannel channel, Object key) {
        this.channel = channel;
        this.key = key;
    }

    /**
     * Locks a directory.
     *
     * @param directory directory to lock
     * @return the lock; empty if a process, including this one, has locked the directory
     * @throws IOException if the file cannot be created or locked
     */
    public static synchronized Optional<DirectoryLock> tryTake(Path directory) throws IOException {
        if (isHeldByThisProcess(directory)) {
            return Optional.empty();
        }
        FileChannel channel = PrivateFiles.openOrCreate(directory.resolve(FILE));
        Optional<DirectoryLock> result = Optional.empty();
        try {
            Object key = key(directory);
            FileLock lock = channel.tryLock();
            if (lock != null) {
                HELD.add(key);
                result = Optional.of(new DirectoryLock(channel, key));
            }
        } catch (OverlappingFileLockException e) {
            // HDFS has locked the directory in this process.
            assert result.isEmpty();
        } finally {
            if (result.isEmpty()) {
                channel.close();
            }
        }
        return result;
    }

    private static Object key(Path directory) throws IOException {
        return Files.readAttributes(directory.resolve(FILE), BasicFileAttributes.class)
                .fileKey();
    }

    /**
     * Reports whether this process has locked a directory by {@link #tryTake}.
     *
     * @param directory directory to check; may be missing
     * @return whether it is locked by this process
     * @throws IOException if the directory cannot be read
     */
    public static synchronized boolean isHeldByThisProcess(Path directory) throws IOException {
        // The disk of the directory may have failed, or a file may be in its place.
        return Files.exists(directory.resolve(FILE)) && HELD.contains(key(directory));
    }

    /**
     * Reports whether a process has locked a directory, without changing it.
     *
     * @param directory directory to check
     * @return whether it is locked
     * @throws IOException if the file cannot be read
     */
    public static synchronized boolean isHeld(Path directory) throws IOException {
        Path file = directory.resolve(FILE);
        if (!Files.exists(file)) {
            return false;
        }
        if (isHeldByThisProcess(directory)) {
            return true;
        }
        // A shared lock needs read permission only, and it fails if another process holds the exclusive lock.
        try (FileChannel channel = RegularFiles.open(file, PrivateFiles.REMOVE, StandardOpenOption.READ);
                FileLock lock = channel.tryLock(0, Long.MAX_VALUE, true)) {
            return lock == null;
        } catch (OverlappingFileLockException e) {
            return true;
        }
    }

    @Override
    public void close() throws IOException {
        synchronized (DirectoryLock.class) {
            HELD.remove(key);
            channel.close();
        }
    }
}
