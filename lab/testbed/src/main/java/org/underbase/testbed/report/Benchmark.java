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
     * Measures Underbase and stock and returns all measurements. Removes its processes, ports and files.
     *
     * @param options parts, number of runs and seed
     * @param progress receiver of one line per step
     * @throws IOException if a measured system does not start or fails while it is measured
     * @throws InterruptedException if the thread is interrupted
     */
    Report run(BenchOptions options, ProgressLine progress) throws IOException, InterruptedException;
}
