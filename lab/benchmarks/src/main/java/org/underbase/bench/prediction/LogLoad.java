package org.underbase.bench.prediction;

import java.util.ArrayList;
import java.util.List;
import java.util.Random;

/**
 * Request to the client of part {@code combinedlog}.
 *
 * @param step step of the workload
 * @param seed seed of times and sizes
 * @param logs number of logs
 * @param seconds duration
 */
record LogLoad(Step step, long seed, int logs, int seconds) {
    private static final double NANOS = 1e9;
    /** Longer than an hsync, so that no hsync waits for the previous one of its log. */
    private static final double LEAST_INTERVAL = 3;

    private static final double MEAN_INTERVAL = 9;
    private static final int LEAST_BYTES = 200;
    private static final int MOST_BYTES = 4000;

    /** Step of the workload. */
    enum Step {
        /** Creates the logs. */
        CREATE,
        /** Appends to the logs, and writes block data. */
        RUN,
        /** Closes all files. */
        CLOSE
    }

    /**
     * Append and hsync.
     *
     * @param dueNanos time after the start, in nanoseconds
     * @param bytes number of bytes
     */
    record Append(long dueNanos, int bytes) {}

    LogLoad to(Step other) {
        return new LogLoad(other, seed, logs, seconds);
    }

    /** Returns the appends to a log, in the order of their times. */
    List<Append> appends(int log) {
        Random random = new Random(seed * logs + log);
        List<Append> appends = new ArrayList<>();
        double due = random.nextDouble() * MEAN_INTERVAL;
        while (due < seconds) {
            appends.add(new Append((long) (due * NANOS), LEAST_BYTES + random.nextInt(MOST_BYTES - LEAST_BYTES)));
            due += LEAST_INTERVAL - Math.log(1 - random.nextDouble()) * (MEAN_INTERVAL - LEAST_INTERVAL);
        }
        return appends;
    }
}
