package org.underbase.testbed.report;

import java.io.IOException;
import java.util.List;

/**
 * A benchmark of {@code ./underbase bench NAME}. A new one is a new class, with a public constructor without arguments,
 * named in {@code META-INF/services/org.underbase.testbed.report.Benchmark}.
 */
public interface Benchmark extends Named {
    /** The parts that {@code --only} accepts, in the order in which they run; at least one. */
    List<String> parts();

    /**
     * Measures ours against stock and returns all that was measured. Leaves no process, port or file behind.
     *
     * @param options how much of what to run
     * @param progress told of each step
     * @throws IOException when something that is measured does not start or fails in mid-run
     * @throws InterruptedException when the thread is interrupted
     */
    Report run(BenchOptions options, Progress progress) throws IOException, InterruptedException;
}
