package org.underbase.combinedlog.cli;

import java.io.IOException;
import java.nio.channels.FileChannel;
import java.nio.channels.FileLock;
import java.nio.channels.OverlappingFileLockException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.nio.file.StandardOpenOption;

/** The file by which a DataNode holds a data directory, and a journal. */
final class UseLock {
    private UseLock() {}

    /** Whether a process holds the directory; nothing is changed. */
    static boolean isHeld(Path directory) throws IOException {
        Path file = directory.resolve("in_use.lock");
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
}
