package org.underbase.bench.combinedlog.load;

import java.io.IOException;
import java.time.Duration;
import java.util.ArrayList;
import java.util.List;
import java.util.concurrent.ExecutionException;
import java.util.concurrent.ExecutorService;
import java.util.concurrent.Executors;
import java.util.concurrent.Future;
import org.HdrHistogram.Histogram;

/**
 * A thread for each task, which begins the next time as soon as the last one is done. What was begun in the time that
 * counts is counted in full, however long it took.
 */
public final class ClosedLoop {
    private static final int DIGITS = 3;

    private ClosedLoop() {}

    /** What one thread counted. */
    private record Counted(Histogram nanos, double perSecond) {}

    /**
     * Runs the tasks at the same time.
     *
     * @param tasks at least 1
     * @param skip time from the start that does not count
     * @param count time that counts; every thread counts at least one time, even when that takes longer
     * @throws IOException when a task fails
     * @throws InterruptedException when interrupted
     */
    public static Timings run(List<? extends Task> tasks, Duration skip, Duration count)
            throws IOException, InterruptedException {
        long from = System.nanoTime() + skip.toNanos();
        long until = from + count.toNanos();
        ExecutorService threads = Executors.newFixedThreadPool(tasks.size());
        try {
            List<Future<Counted>> running = new ArrayList<>();
            for (Task task : tasks) {
                running.add(threads.submit(() -> loop(task, from, until)));
            }
            Histogram all = new Histogram(DIGITS);
            double perSecond = 0;
            for (Future<Counted> each : running) {
                Counted counted = each.get();
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

    private static Counted loop(Task task, long from, long until) throws IOException, InterruptedException {
        Histogram nanos = new Histogram(DIGITS);
        long first = 0;
        for (long began = System.nanoTime(); ; ) {
            task.once();
            long end = System.nanoTime();
            if (began - from >= 0) {
                first = nanos.getTotalCount() == 0 ? began : first;
                nanos.recordValue(end - began);
                if (end - until >= 0) {
                    return new Counted(nanos, nanos.getTotalCount() * 1e9 / (end - first));
                }
            }
            began = end;
        }
    }
}
