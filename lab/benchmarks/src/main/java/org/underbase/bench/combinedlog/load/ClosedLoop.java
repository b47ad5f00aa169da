package org.underbase.bench.combinedlog.load;

import java.io.IOException;
import java.time.Duration;
import java.util.ArrayList;
import java.util.List;
import java.util.concurrent.Callable;
import org.HdrHistogram.Histogram;

/**
 * A thread for each task, which begins the next time as soon as the last one is done. What was begun in the time that
 * counts is counted in full, however long it took.
 */
public final class ClosedLoop {
    private ClosedLoop() {}

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
        List<Callable<Timings>> loops = new ArrayList<>();
        for (Task task : tasks) {
            loops.add(() -> loop(task, from, until));
        }
        return Timings.together(loops);
    }

    private static Timings loop(Task task, long from, long until) throws IOException, InterruptedException {
        Histogram nanos = Timings.none();
        long first = 0;
        for (long began = System.nanoTime(); ; ) {
            task.once();
            long end = System.nanoTime();
            if (began - from >= 0) {
                first = nanos.getTotalCount() == 0 ? began : first;
                nanos.recordValue(end - began);
                if (end - until >= 0) {
                    return new Timings(nanos, nanos.getTotalCount() * 1e9 / (end - first));
                }
            }
            began = end;
        }
    }
}
