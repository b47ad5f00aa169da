package org.underbase.bench.combinedlog.load;

import java.io.IOException;
import java.util.ArrayList;
import java.util.List;
import java.util.concurrent.Callable;
import java.util.concurrent.ExecutionException;
import java.util.concurrent.ExecutorService;
import java.util.concurrent.Executors;
import java.util.concurrent.Future;
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
        ExecutorService threads = Executors.newFixedThreadPool(loops.size());
        try {
            List<Future<Timings>> running = new ArrayList<>();
            for (Callable<Timings> loop : loops) {
                running.add(threads.submit(loop));
            }
            Histogram all = none();
            double perSecond = 0;
            for (Future<Timings> each : running) {
                Timings timings = each.get();
                all.add(timings.nanos());
                perSecond += timings.perSecond();
            }
            return new Timings(all, perSecond);
        } catch (ExecutionException e) {
            throw new IOException(e.getCause().toString(), e);
        } finally {
            threads.shutdownNow();
        }
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
