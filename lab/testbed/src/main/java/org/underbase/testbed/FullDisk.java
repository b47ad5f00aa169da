package org.underbase.testbed;

import java.nio.file.Path;
import java.util.Optional;

/** Why a process ended without a word: there was no room for any. */
public final class FullDisk {
    /** File systems tell of blocks that only root may have, and of others that nobody can. */
    private static final long LEAST_BYTES = 1 << 20;

    private FullDisk() {}

    /**
     * Looks whether the disk is full.
     *
     * @param directory on it
     * @return a sentence, when next to nothing is free
     */
    public static Optional<String> told(Path directory) {
        return directory.toFile().getUsableSpace() < LEAST_BYTES
                ? Optional.of("no space is left on the disk of " + directory)
                : Optional.empty();
    }
}
