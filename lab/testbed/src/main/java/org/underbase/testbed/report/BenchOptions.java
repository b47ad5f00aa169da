package org.underbase.testbed.report;

import java.nio.file.Path;
import java.util.Set;

/**
 * How a benchmark is run.
 *
 * @param runs pairs of measurements per figure, at least 1
 * @param quick much shorter measurements, to see that all works; the figures mean little
 * @param only the parts to run
 * @param seed of every random choice
 * @param workDirectory an existing directory for files and logs; the caller removes it
 */
public record BenchOptions(int runs, boolean quick, Set<String> only, long seed, Path workDirectory) {
    public BenchOptions {
        if (runs < 1) {
            throw new IllegalArgumentException("at least 1 run, not " + runs);
        }
        only = Set.copyOf(only);
    }

    /** Whether {@code part} is to run. */
    public boolean wants(String part) {
        return only.contains(part);
    }
}
