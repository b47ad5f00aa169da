package org.underbase.bench.combinedlog.media;

import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;

/** Directories in memory, so that only the measured load uses a disk. */
public final class Memory {
    private static final Path TMPFS = Path.of("/dev/shm");
    private static final long MIN_BYTES = 8L << 30;

    private Memory() {}

    /**
     * Returns a directory that does not exist: in memory if enough is free, otherwise below the work directory.
     *
     * @param work work directory of the run
     * @param name name of the directory, unique in this run
     * @throws IOException if the free space is unknown
     */
    public static Path directory(Path work, String name) throws IOException {
        boolean enough = Files.isWritable(TMPFS) && Files.getFileStore(TMPFS).getUsableSpace() >= MIN_BYTES;
        return enough ? TMPFS.resolve("underbase-bench-" + work.getFileName() + "-" + name) : work.resolve(name);
    }
}
