package org.underbase.bench.combinedlog.load;

import java.io.IOException;
import java.time.Duration;
import java.util.ArrayList;
import java.util.List;
import java.util.concurrent.Callable;
import java.util.function.LongSupplier;
import org.HdrHistogram.Histogram;

/**
 * Closed loop: one thread per task, which starts the next execution when the previous one has completed. Executions that
 * start in the measured time are measured in full.
 */
public final class ClosedLoop {
    private ClosedLoop() {}

    /**
     * Runs the tasks concurrently.
     *
     * @param tasks tasks, at least one
     * @param skip warm-up, which is not measured
     * @param count measured time; every thread measures at least one execution, even if that takes longer
     * @throws IOException if a task fails
     * @throws InterruptedException if the thread is interrupted
     */
    public static Timings run(List<? extends Task> tasks, Duration skip, Duration count)
            throws IOException, InterruptedException {
        long from = System.nanoTime() + skip.toNanos();
        long until = from + count.toNanos();
        List<Callable<Timings>> loops = new ArrayList<>();
        for (Task task : tasks) {
            loops.add(() -> loop(task, System::nanoTime, from, until));
        }
        return Timings.concurrently(loops);
    }

    /**
     * Runs one task until the first execution that ends at {@code until} or later.
     *
     * @param clock nanoseconds, such as {@link System#nanoTime}
     * @param from executions that start earlier are not measured
     * @param until end of the measured time
     */
    static Timings loop(Task task, LongSupplier clock, long from, long until) throws IOException, InterruptedException {
        Histogram nanos = Timings.none();
        long first = 0;
        for (long began = clock.getAsLong(); ; ) {
            task.execute();
            long end = clock.getAsLong();
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
