package org.underbase.tier.client;

import java.util.Objects;

/**
 * How a change of many files is made.
 *
 * @param parallelism calls under way at the same time, 1 to 64
 * @param dryRun whether everything is checked and nothing changed
 * @param listener is told of each file
 */
public record BulkOptions(int parallelism, boolean dryRun, BulkListener listener) {
    /** What does not overload a NameNode and is not slow either. */
    public static final int DEFAULT_PARALLELISM = 8;

    private static final int MAX_PARALLELISM = 64;

    public BulkOptions {
        if (parallelism < 1 || parallelism > MAX_PARALLELISM) {
            throw new IllegalArgumentException("parallelism is 1 to " + MAX_PARALLELISM + ", not " + parallelism);
        }
        Objects.requireNonNull(listener, "listener");
    }

    /** Changes, eight at a time, and tells nobody. */
    public static BulkOptions defaults() {
        return new BulkOptions(DEFAULT_PARALLELISM, false, new BulkListener() {});
    }

    public BulkOptions withDryRun(boolean dry) {
        return new BulkOptions(parallelism, dry, listener);
    }

    public BulkOptions withListener(BulkListener toTell) {
        return new BulkOptions(parallelism, dryRun, toTell);
    }

    public BulkOptions withParallelism(int calls) {
        return new BulkOptions(calls, dryRun, listener);
    }
}
