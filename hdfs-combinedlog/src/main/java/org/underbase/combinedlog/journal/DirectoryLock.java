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

/** Holds a directory for this process by a locked file, as HDFS holds a data directory ({@code in_use.lock}). */
public final class DirectoryLock implements Closeable {
    static final String FILE = "in_use.lock";

    private final FileChannel channel;

    private DirectoryLock(FileChannel channel) {
        this.channel = channel;
    }

    /**
     * Takes a directory.
     *
     * @param directory the directory
     * @return the lock; nothing where somebody has it, this process included
     * @throws IOException where the file cannot be made or locked
     */
    public static Optional<DirectoryLock> tryTake(Path directory) throws IOException {
        FileChannel channel = PrivateFiles.openOrCreate(directory.resolve(FILE));
        FileLock lock = null;
        try {
            lock = channel.tryLock();
        } catch (OverlappingFileLockException e) {
            // This process has it.
            assert lock == null;
        } finally {
            if (lock == null) {
                channel.close();
            }
        }
        return lock == null ? Optional.empty() : Optional.of(new DirectoryLock(channel));
    }

    /**
     * Tells whether a process has a directory; nothing is changed.
     *
     * @param directory the directory
     * @return whether somebody has it
     * @throws IOException where the file cannot be read
     */
    public static boolean isHeld(Path directory) throws IOException {
        Path file = directory.resolve(FILE);
        if (!Files.exists(file)) {
            return false;
        }
        // A shared lock can be had on a file that may only be read, and nobody else's exclusive one lets it be.
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
