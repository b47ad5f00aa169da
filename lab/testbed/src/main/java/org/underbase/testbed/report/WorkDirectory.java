package org.underbase.testbed.report;

import java.io.IOException;
import java.nio.file.FileVisitResult;
import java.nio.file.Files;
import java.nio.file.NoSuchFileException;
import java.nio.file.Path;
import java.nio.file.SimpleFileVisitor;
import java.nio.file.attribute.BasicFileAttributes;
import org.underbase.testbed.process.ClusterReaper;

/**
 * Directory for the files of a run, below {@code .underbase/} of the checkout, or below the temporary directory without a
 * checkout. Closing it, or a signal that ends the process, removes it unless {@link #keep} was requested. This JVM's clusters
 * in it are removed before.
 */
public final class WorkDirectory implements AutoCloseable {
    private final Path path;
    private volatile boolean keep;
    private final Thread hook = new Thread(this::removeOrReport, "underbase-bench-cleaner");

    private WorkDirectory(Path path, boolean keep) {
        this.path = path;
        this.keep = keep;
    }

    /**
     * Creates a directory.
     *
     * @param name first part of the directory's name
     * @param keep whether closing keeps the directory
     * @throws IOException if the directory cannot be created
     */
    public static WorkDirectory create(String name, boolean keep) throws IOException {
        String home = System.getProperty("underbase.home", "");
        Path parent =
                home.isEmpty() ? Path.of(System.getProperty("java.io.tmpdir")) : Path.of(home, ".underbase", "bench");
        Files.createDirectories(parent);
        WorkDirectory directory =
                new WorkDirectory(Files.createTempDirectory(parent, name + "-").toRealPath(), keep);
        Runtime.getRuntime().addShutdownHook(directory.hook);
        return directory;
    }

    /** Returns the path of the directory. */
    public Path path() {
        return path;
    }

    /** Makes closing keep the directory. */
    public void keep() {
        keep = true;
    }

    /** Removes the directory with its contents, unless {@link #keep} was requested. */
    @Override
    public void close() throws IOException {
        Runtime.getRuntime().removeShutdownHook(hook);
        if (!keep) {
            remove();
        }
    }

    private void removeOrReport() {
        if (keep) {
            return;
        }
        try {
            remove();
        } catch (IOException e) {
            System.err.println("underbase: cannot remove " + path + ": " + e);
        }
    }

    /** Tries several times and ignores missing files, because daemons that are exiting still create and remove files. */
    private void remove() throws IOException {
        // The hooks of clusters run concurrently: the files in their directories name what they must remove.
        ClusterReaper.cleanUpBelow(path);
        IOException last = null;
        for (int attempt = 0; attempt < 5 && Files.exists(path); attempt++) {
            try {
                removeOnce();
            } catch (IOException e) {
                last = e;
            }
        }
        if (Files.exists(path)) {
            throw new IOException("cannot remove " + path, last);
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
