package org.underbase.testbed.report;

import java.nio.file.Path;
import java.util.Set;

/**
 * Options of one run of a benchmark.
 *
 * @param runs number of pairs of measurements per metric, at least 1
 * @param quick whether to shorten the measurements to a check that everything runs; the metrics are then meaningless
 * @param parts names of the parts to run
 * @param seed seed of random choices
 * @param workDirectory existing directory for files and logs; the caller removes it
 */
public record BenchOptions(int runs, boolean quick, Set<String> parts, long seed, Path workDirectory) {
    /** Copies the parts and checks the number of runs. */
    public BenchOptions {
        if (runs < 1) {
            throw new IllegalArgumentException("invalid number of runs " + runs + ": must be at least 1");
        }
        parts = Set.copyOf(parts);
    }

    /**
     * Returns whether a part runs.
     *
     * @param part name of the part
     */
    public boolean includes(String part) {
        return parts.contains(part);
    }
}
