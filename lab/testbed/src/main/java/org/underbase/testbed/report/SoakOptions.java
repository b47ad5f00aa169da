package org.underbase.testbed.report;

import java.nio.file.Path;
import java.util.Optional;

/**
 * Options of one run of a soak.
 *
 * @param seed seed of random choices: the same seed and count repeat the same inputs
 * @param count number of inputs, in the soak's unit
 * @param workDirectory existing directory for files and logs; the caller removes it unless the soak failed
 * @param progress file with the finished inputs of a resumable soak, which continues after them
 */
public record SoakOptions(long seed, long count, Path workDirectory, Optional<Path> progress) {
    /** Checks the count. */
    public SoakOptions {
        if (count < 1) {
            throw new IllegalArgumentException("invalid count " + count + ": must be at least 1");
        }
    }

    /** Creates options without a file for the progress. */
    public SoakOptions(long seed, long count, Path workDirectory) {
        this(seed, count, workDirectory, Optional.empty());
    }
}
