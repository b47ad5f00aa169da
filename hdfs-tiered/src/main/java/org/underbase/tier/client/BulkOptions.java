package org.underbase.tier.client;

import java.util.Objects;

/**
 * Options of a bulk change.
 *
 * @param parallelism number of concurrent calls, 1 to 64
 * @param dryRun whether to validate the changes without making them
 * @param listener listener for the result of each file
 */
public record BulkOptions(int parallelism, boolean dryRun, BulkListener listener) {
    /** Parallelism that is fast without overloading a NameNode. */
    public static final int DEFAULT_PARALLELISM = 8;

    private static final int MAX_PARALLELISM = 64;

    public BulkOptions {
        if (parallelism < 1 || parallelism > MAX_PARALLELISM) {
            throw new IllegalArgumentException("parallelism is 1 to " + MAX_PARALLELISM + ", not " + parallelism);
        }
        Objects.requireNonNull(listener, "listener");
    }

    /** Returns the defaults: changes, eight at a time, without a listener. */
    public static BulkOptions defaults() {
        return new BulkOptions(DEFAULT_PARALLELISM, false, new BulkListener() {});
    }

    public BulkOptions withDryRun(boolean dry) {
        return new BulkOptions(parallelism, dry, listener);
    }

    public BulkOptions withListener(BulkListener newListener) {
        return new BulkOptions(parallelism, dryRun, newListener);
    }

    public BulkOptions withParallelism(int calls) {
        return new BulkOptions(calls, dryRun, listener);
    }
}
