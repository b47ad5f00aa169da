package org.underbase.testbed;

import java.nio.file.Path;
import java.util.Optional;

/** Check for a full disk, the cause of a process that exits without a message. */
public final class FullDisk {
    /** File systems report blocks as free that only root can allocate, and others that are unusable. */
    private static final long MIN_BYTES = 1 << 20;

    private FullDisk() {}

    /**
     * Checks whether the disk of a directory is full.
     *
     * @param directory directory on the disk
     * @return description of the problem if less than 1 MiB is free
     */
    public static Optional<String> problem(Path directory) {
        return directory.toFile().getUsableSpace() < MIN_BYTES
                ? Optional.of("no space left on the disk of " + directory)
                : Optional.empty();
    }
}
