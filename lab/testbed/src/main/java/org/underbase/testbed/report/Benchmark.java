package org.underbase.testbed.report;

import java.io.IOException;
import java.util.List;
import org.underbase.operator.output.ProgressLine;

/**
 * Benchmark of {@code ./underbase bench NAME}. A new one is a new class, with a public constructor without arguments, named
 * in {@code META-INF/services/org.underbase.testbed.report.Benchmark}.
 */
public interface Benchmark extends Named {
    /** Returns the parts that {@code --part} accepts, in the order in which they run; at least one. */
    List<String> parts();

    /**
     * Measures Underbase and stock. Removes its processes, ports and files. The caller reports the measurements that were
     * added, also if the run or its cleanup fails.
     *
     * @param options parts, number of runs and seed
     * @param progress receiver of one line per step
     * @param measurements receiver of the measurements
     * @throws IOException if a measured system does not start or fails while it is measured, or cannot be removed
     * @throws InterruptedException if the thread is interrupted
     */
    void run(BenchOptions options, ProgressLine progress, Measurements measurements)
            throws IOException, InterruptedException;

    /**
     * Returns the metrics of the last line, in order.
     *
     * @param measurements all measurements of a run
     */
    List<Metric> metrics(Measurements measurements);
}
