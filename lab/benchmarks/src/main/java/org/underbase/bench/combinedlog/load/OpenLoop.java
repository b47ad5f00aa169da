package org.underbase.bench.combinedlog.load;

import java.io.IOException;
import java.time.Duration;
import java.util.ArrayList;
import java.util.List;
import java.util.concurrent.Callable;
import java.util.concurrent.locks.LockSupport;
import org.HdrHistogram.Histogram;

/**
 * Open loop: one thread per task, which is scheduled once per period, so that both sides get the same load at any
 * speed. Latency is measured from the scheduled time, so a late execution delays its successors (no coordinated omission).
 */
public final class OpenLoop {
    private OpenLoop() {}

    /**
     * Runs the tasks concurrently; their first executions are spread over a period.
     *
     * @param tasks tasks, at least one
     * @param period interval between executions of a task
     * @param skip warm-up, which is not measured
     * @param count measured time, at least one period
     * @throws IOException if a task fails
     * @throws InterruptedException if the thread is interrupted
     */
    public static Timings run(List<? extends Task> tasks, Duration period, Duration skip, Duration count)
            throws IOException, InterruptedException {
        long start = System.nanoTime();
        long from = start + skip.toNanos();
        long until = from + Math.max(count.toNanos(), period.toNanos());
        List<Callable<Timings>> loops = new ArrayList<>();
        for (int number = 0; number < tasks.size(); number++) {
            Task task = tasks.get(number);
            long first = start + period.toNanos() * number / tasks.size();
            loops.add(() -> loop(task, first, period.toNanos(), from, until));
        }
        return Timings.concurrently(loops);
    }

    private static Timings loop(Task task, long first, long period, long from, long until)
            throws IOException, InterruptedException {
        Histogram nanos = Timings.none();
        long end = first;
        for (long due = first; due - until < 0; due += period) {
            await(due);
            task.execute();
            end = System.nanoTime();
            if (due - from >= 0) {
                nanos.recordValue(end - due);
            }
        }
        return new Timings(nanos, nanos.getTotalCount() * 1e9 / Math.max(1, end - from));
    }

    /**
     * Waits until a time.
     *
     * @param due time of the clock of {@link System#nanoTime}
     * @throws InterruptedException if the thread is interrupted
     */
    public static void await(long due) throws InterruptedException {
        for (long left = due - System.nanoTime(); left > 0; left = due - System.nanoTime()) {
            LockSupport.parkNanos(left);
            if (Thread.interrupted()) {
                throw new InterruptedException();
            }
        }
    }
}
