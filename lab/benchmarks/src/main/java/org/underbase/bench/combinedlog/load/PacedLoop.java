package org.underbase.bench.combinedlog.load;

import java.io.IOException;
import java.time.Duration;
import java.util.ArrayList;
import java.util.List;
import java.util.concurrent.Callable;
import java.util.concurrent.locks.LockSupport;
import org.HdrHistogram.Histogram;

/**
 * A thread for each task, which is due once in a period: two sides that are compared get the same load, however fast they
 * are. A time counts from when it was due, so that one that is late makes those behind it late.
 */
public final class PacedLoop {
    private PacedLoop() {}

    /**
     * Runs the tasks at the same time; their first times are spread over a period.
     *
     * @param tasks at least 1
     * @param period of each task
     * @param skip time from the start that does not count
     * @param count time that counts; at least one period
     * @throws IOException when a task fails
     * @throws InterruptedException when interrupted
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
        return Timings.together(loops);
    }

    private static Timings loop(Task task, long first, long period, long from, long until)
            throws IOException, InterruptedException {
        Histogram nanos = Timings.none();
        long end = first;
        for (long due = first; due - until < 0; due += period) {
            await(due);
            task.once();
            end = System.nanoTime();
            if (due - from >= 0) {
                nanos.recordValue(end - due);
            }
        }
        return new Timings(nanos, nanos.getTotalCount() * 1e9 / Math.max(1, end - from));
    }

    private static void await(long due) throws InterruptedException {
        for (long left = due - System.nanoTime(); left > 0; left = due - System.nanoTime()) {
            LockSupport.parkNanos(left);
            if (Thread.interrupted()) {
                throw new InterruptedException();
            }
        }
    }
}
