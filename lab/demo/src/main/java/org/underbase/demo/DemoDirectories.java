package org.underbase.demo;

import java.io.IOException;
import java.nio.channels.FileChannel;
import java.nio.channels.FileLock;
import java.nio.channels.OverlappingFileLockException;
import java.nio.file.FileSystemException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.nio.file.StandardOpenOption;
import java.util.Locale;
import org.apache.hadoop.fs.FileUtil;

/**
 * Directories of the demo, checked before any work: a report that cannot be written is reported at the start. While this
 * object is open, no other demo uses the same directory.
 */
final class DemoDirectories implements AutoCloseable {
    private static final String LOCK = "lock";

    private final FileChannel channel;

    private DemoDirectories(FileChannel channel) {
        this.channel = channel;
    }

    /**
     * Creates the directories and removes the files of an earlier demo.
     *
     * @throws IOException if a directory is not writable, lacks space or is in use
     */
    static DemoDirectories prepare(DemoOptions options) throws IOException {
        writable(options.work(), "the cluster and the trace", "--dir");
        writable(options.report(), "the report", "--out");
        long free = free(options.work());
        if (free < DemoOptions.NEEDED_BYTES) {
            throw new IOException(String.format(
                    Locale.ROOT,
                    "no space for the demo: %s has %,d MiB free, %,d MiB are needed; choose another directory with --dir",
                    options.work(),
                    free >> 20,
                    DemoOptions.NEEDED_BYTES >> 20));
        }
        FileChannel channel =
                FileChannel.open(options.work().resolve(LOCK), StandardOpenOption.CREATE, StandardOpenOption.WRITE);
        try {
            lock(channel, options.work());
            for (Path old : new Path[] {options.trace(), options.logs(), options.counters()}) {
                if (Files.exists(old) && !FileUtil.fullyDelete(old.toFile())) {
                    throw new IOException("cannot remove " + old + " of an earlier demo: check its permissions");
                }
            }
            return new DemoDirectories(channel);
        } catch (IOException | RuntimeException e) {
            channel.close();
            throw e;
        }
    }

    /** Returns the usable space in bytes. FileStore is not used: it fails without an entry in the mount table. */
    static long free(Path directory) {
        return directory.toFile().getUsableSpace();
    }

    // The channel holds the lock and is closed with this object.
    private static void lock(FileChannel channel, Path directory) throws IOException {
        FileLock lock;
        try {
            lock = channel.tryLock();
        } catch (OverlappingFileLockException e) {
            throw new IOException("another demo of this process uses " + directory, e);
        }
        if (lock == null) {
            throw new IOException(
                    "another demo uses " + directory + "; wait until it ends or choose another directory with --dir");
        }
    }

    private static void writable(Path directory, String what, String option) throws IOException {
        try {
            Files.createDirectories(directory);
            Files.delete(Files.createTempFile(directory, "probe", ".tmp"));
        } catch (FileSystemException e) {
            String reason =
                    e.getReason() == null ? e.getClass().getSimpleName().replaceFirst("Exception$", "") : e.getReason();
            throw new IOException(
                    "cannot write " + what + " to " + directory + " (" + reason + "); choose another with " + option,
                    e);
        }
    }

    @Override
    public void close() throws IOException {
        channel.close();
    }
}
