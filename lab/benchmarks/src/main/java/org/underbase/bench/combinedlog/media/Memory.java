package org.underbase.bench.combinedlog.media;

import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;

/** Where clusters and images of emulated disks live, so that nothing but what is measured touches a disk. */
public final class Memory {
    private static final Path TMPFS = Path.of("/dev/shm");
    private static final long LEAST_BYTES = 8L << 30;

    private Memory() {}

    /**
     * A directory that does not exist yet: in memory where the machine has enough of it, else below the work directory.
     *
     * @param work the run's own work directory
     * @throws IOException when the file system does not tell its size
     */
    public static Path directory(Path work, String name) throws IOException {
        boolean enough = Files.isWritable(TMPFS) && Files.getFileStore(TMPFS).getUsableSpace() >= LEAST_BYTES;
        return enough ? TMPFS.resolve("underbase-bench-" + work.getFileName() + "-" + name) : work.resolve(name);
    }
}
