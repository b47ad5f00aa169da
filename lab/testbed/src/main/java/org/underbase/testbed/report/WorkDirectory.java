package org.underbase.testbed.report;

import java.io.IOException;
import java.nio.file.FileVisitResult;
import java.nio.file.Files;
import java.nio.file.NoSuchFileException;
import java.nio.file.Path;
import java.nio.file.SimpleFileVisitor;
import java.nio.file.attribute.BasicFileAttributes;

/**
 * A directory for what a run writes: below {@code .underbase/} of the checkout, or the temporary directory when there is
 * none. Removed when closed, and when the process is ended by a signal, unless it is to be kept.
 */
public final class WorkDirectory implements AutoCloseable {
    private final Path path;
    private volatile boolean keep;
    private final Thread hook = new Thread(this::removeOrTell, "underbase-bench-cleaner");

    private WorkDirectory(Path path, boolean keep) {
        this.path = path;
        this.keep = keep;
    }

    /**
     * A new directory.
     *
     * @param name part of the directory's name
     * @param keep whether it stays
     * @throws IOException when it cannot be made
     */
    public static WorkDirectory create(String name, boolean keep) throws IOException {
        String home = System.getProperty("underbase.home", "");
        Path parent =
                home.isEmpty() ? Path.of(System.getProperty("java.io.tmpdir")) : Path.of(home, ".underbase", "bench");
        Files.createDirectories(parent);
        WorkDirectory directory = new WorkDirectory(Files.createTempDirectory(parent, name + "-"), keep);
        Runtime.getRuntime().addShutdownHook(directory.hook);
        return directory;
    }

    public Path path() {
        return path;
    }

    /** From now on it is to be kept. */
    public void keep() {
        keep = true;
    }

    /** Removes the directory and everything in it, unless it is to be kept. */
    @Override
    public void close() throws IOException {
        Runtime.getRuntime().removeShutdownHook(hook);
        if (!keep) {
            remove();
        }
    }

    private void removeOrTell() {
        if (keep) {
            return;
        }
        try {
            remove();
        } catch (IOException e) {
            System.err.println("underbase: could not remove " + path + ": " + e);
        }
    }

    /** Daemons that are being ended may still add or remove a file: what is gone is gone, what came late is taken too. */
    private void remove() throws IOException {
        IOException last = null;
        for (int attempt = 0; attempt < 5 && Files.exists(path); attempt++) {
            try {
                removeOnce();
            } catch (IOException e) {
                last = e;
            }
        }
        if (Files.exists(path)) {
            throw new IOException("could not remove " + path, last);
        }
    }

    private void removeOnce() throws IOException {
        Files.walkFileTree(path, new SimpleFileVisitor<>() {
            @Override
            public FileVisitResult visitFile(Path file, BasicFileAttributes attributes) throws IOException {
                Files.deleteIfExists(file);
                return FileVisitResult.CONTINUE;
            }

            @Override
            public FileVisitResult visitFileFailed(Path file, IOException e) throws IOException {
                if (e instanceof NoSuchFileException) {
                    return FileVisitResult.CONTINUE;
                }
                throw e;
            }

            @Override
            public FileVisitResult postVisitDirectory(Path directory, IOException e) throws IOException {
                Files.deleteIfExists(directory);
                return FileVisitResult.CONTINUE;
            }
        });
    }
}
