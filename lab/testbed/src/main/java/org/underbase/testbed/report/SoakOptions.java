package org.underbase.testbed.report;

import java.nio.file.Path;

/**
 * How a soak is run.
 *
 * @param seed of every random choice: the same seed and count try the same things
 * @param count how many, 0 when the soak has no count
 * @param workDirectory an existing directory for files and logs; the caller removes it unless the soak failed
 */
public record SoakOptions(long seed, long count, Path workDirectory) {
    public SoakOptions {
        if (count < 0) {
            throw new IllegalArgumentException("the count must not be negative: " + count);
        }
    }
}
