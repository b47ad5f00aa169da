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
 * How long a thing took, many times.
 *
 * @param nanos of each time
 * @param perSecond how many were done in a second, by all threads together
 */
public record Timings(Histogram nanos, double perSecond) {
    private static final int DIGITS = 3;

    static Histogram none() {
        return new Histogram(DIGITS);
    }

    /**
     * Runs loops at the same time, each in a thread of its own.
     *
     * @param loops at least 1
     * @return all of their times
     * @throws IOException when one fails
     * @throws InterruptedException when interrupted
     */
    static Timings together(List<? extends Callable<Timings>> loops) throws IOException, InterruptedException {
        ExecutorService threads = Executors.newFixedThreadPool(loops.size());
        try {
            List<Future<Timings>> running = new ArrayList<>();
            for (Callable<Timings> loop : loops) {
                running.add(threads.submit(loop));
            }
            Histogram all = none();
            double perSecond = 0;
            for (Future<Timings> each : running) {
                Timings counted = each.get();
                all.add(counted.nanos());
                perSecond += counted.perSecond();
            }
            return new Timings(all, perSecond);
        } catch (ExecutionException e) {
            throw new IOException(e.getCause().toString(), e);
        } finally {
            threads.shutdownNow();
        }
    }

    /** The median, in milliseconds. */
    public double p50() {
        return percentile(50);
    }

    /** The 99th percentile, in milliseconds. */
    public double p99() {
        return percentile(99);
    }

    private double percentile(double percent) {
        return nanos.getValueAtPercentile(percent) / 1e6;
    }
}
