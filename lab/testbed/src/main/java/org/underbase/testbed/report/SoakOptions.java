package org.underbase.testbed.report;

import java.nio.file.Path;

/**
 * Options of one run of a soak.
 *
 * @param seed seed of random choices: the same seed and count repeat the same inputs
 * @param count number of inputs, in the soak's unit
 * @param workDirectory existing directory for files and logs; the caller removes it unless the soak failed
 */
public record SoakOptions(long seed, long count, Path workDirectory) {
    /** Checks the count. */
    public SoakOptions {
        if (count < 1) {
            throw new IllegalArgumentException("invalid count " + count + ": must be at least 1");
        }
    }
}
