package org.underbase.bench.combinedlog.load;

import java.io.IOException;
import java.util.List;
import java.util.concurrent.Callable;
import org.HdrHistogram.Histogram;

/**
 * Latencies and rate of an operation.
 *
 * @param nanos latencies, in nanoseconds
 * @param perSecond executions per second of all threads
 */
public record Timings(Histogram nanos, double perSecond) {
    private static final int DIGITS = 3;

    static Histogram none() {
        return new Histogram(DIGITS);
    }

    /**
     * Runs loops concurrently, each in a separate thread.
     *
     * @param loops loops, at least one
     * @return the latencies of all loops and the sum of their rates
     * @throws IOException if a loop fails
     * @throws InterruptedException if the thread is interrupted
     */
    static Timings concurrently(List<? extends Callable<Timings>> loops) throws IOException, InterruptedException {
        Histogram all = none();
        double perSecond = 0;
        for (Timings timings : Concurrently.run(loops)) {
            all.add(timings.nanos());
            perSecond += timings.perSecond();
        }
        return new Timings(all, perSecond);
    }

    /** Returns the number of executions. */
    public long executions() {
        return nanos.getTotalCount();
    }

    /** Returns the median, in milliseconds. */
    public double p50() {
        return percentile(50);
    }

    /** Returns the 99th percentile, in milliseconds. */
    public double p99() {
        return percentile(99);
    }

    private double percentile(double percent) {
        return nanos.getValueAtPercentile(percent) / 1e6;
    }
}
