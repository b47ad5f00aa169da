package org.underbase.analysis.access;

import java.io.Closeable;
import java.io.IOException;
import java.nio.channels.FileChannel;
import java.nio.channels.FileLock;
import java.nio.channels.OverlappingFileLockException;
import java.nio.file.DirectoryStream;
import java.nio.file.FileVisitResult;
import java.nio.file.Files;
import java.nio.file.NoSuchFileException;
import java.nio.file.Path;
import java.nio.file.SimpleFileVisitor;
import java.nio.file.StandardOpenOption;
import java.nio.file.attribute.BasicFileAttributes;
import org.slf4j.Logger;
import org.slf4j.LoggerFactory;

/**
 * Directory for temporary files that is deleted when it is closed. A process that is killed leaves it; the next one with the
 * same parent deletes it, because its lock is free.
 */
public final class TempDirectory implements Closeable {
    private static final Logger LOG = LoggerFactory.getLogger(TempDirectory.class);
    private static final String PREFIX = "underbase-analyze-";
    private static final String LOCK = ".lock";

    private final Path path;
    private final Path lockFile;
    private final FileChannel lock;
    private final Thread removal = new Thread(this::removeQuietly, "remove temporary files");

    private TempDirectory(Path path, Path lockFile, FileChannel lock) {
        this.path = path;
        this.lockFile = lockFile;
        this.lock = lock;
    }

    /** Creates a directory in a parent, which is created if missing. */
    public static TempDirectory in(Path parent) throws IOException {
        Files.createDirectories(parent);
        removeStale(parent);
        // The lock is taken before the directory exists, so that no other process finds the directory unlocked.
        Path lockFile = Files.createTempFile(parent, PREFIX, LOCK);
        FileChannel lock = FileChannel.open(lockFile, StandardOpenOption.WRITE);
        try {
            lock.lock();
        } catch (IOException e) {
            // Such as an interrupt while it waits.
            lock.close();
            Files.delete(lockFile);
            throw e;
        }
        String name = lockFile.getFileName().toString();
        Path path = Files.createDirectory(parent.resolve(name.substring(0, name.length() - LOCK.length())));
        TempDirectory directory = new TempDirectory(path, lockFile, lock);
        Runtime.getRuntime().addShutdownHook(directory.removal);
        return directory;
    }

    private void removeQuietly() {
        try {
            remove(path);
            Files.deleteIfExists(lockFile);
        } catch (IOException e) {
            LOG.debug("{} is not deleted", path, e);
        }
    }

    /** Returns the path of the directory. */
    public Path path() {
        return path;
    }

    /** Returns the bytes that this process may write into the directory. */
    long usableBytes() throws IOException {
        return Files.getFileStore(path).getUsableSpace();
    }

    private static void removeStale(Path parent) throws IOException {
        try (DirectoryStream<Path> directories =
                Files.newDirectoryStream(parent, file -> isName(file) && Files.isDirectory(file))) {
            for (Path directory : directories) {
                removeIfStale(directory);
            }
        }
    }

    private static boolean isName(Path file) {
        return file.getFileName().toString().startsWith(PREFIX);
    }

    private static void removeIfStale(Path directory) {
        Path lockFile = directory.resolveSibling(directory.getFileName() + LOCK);
        try (FileChannel channel = FileChannel.open(lockFile, StandardOpenOption.WRITE);
                FileLock free = channel.tryLock()) {
            if (free != null) {
                remove(directory);
                Files.deleteIfExists(lockFile);
            }
        } catch (OverlappingFileLockException | IOException e) {
            LOG.debug("{} is in use or of another user", directory, e);
        }
    }

    private static void remove(Path directory) throws IOException {
        Files.walkFileTree(directory, new SimpleFileVisitor<>() {
            @Override
            public FileVisitResult visitFile(Path file, BasicFileAttributes attributes) throws IOException {
                Files.deleteIfExists(file);
                return FileVisitResult.CONTINUE;
            }

            @Override
            public FileVisitResult postVisitDirectory(Path visited, IOException e) throws IOException {
                Files.deleteIfExists(visited);
                return FileVisitResult.CONTINUE;
            }
        });
    }

    @Override
    public void close() throws IOException {
        try {
            Runtime.getRuntime().removeShutdownHook(removal);
        } catch (IllegalStateException e) {
            LOG.debug("the process exits", e);
        }
        try (lock) {
            remove(path);
            Files.deleteIfExists(lockFile);
        } catch (NoSuchFileException e) {
            LOG.debug("{} was deleted before", path, e);
        }
    }
}
