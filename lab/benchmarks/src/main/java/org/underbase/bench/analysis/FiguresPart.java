package org.underbase.bench.analysis;

import java.io.IOException;
import java.nio.file.Path;
import org.underbase.bench.analysis.run.MeasuredRun;
import org.underbase.bench.analysis.run.Usage;
import org.underbase.bench.analysis.run.Work;
import org.underbase.operator.output.ProgressLine;
import org.underbase.testbed.report.BenchOptions;
import org.underbase.testbed.report.Measurements;

/** Part {@code figures}: events per second, of all figures and of sums alone. */
final class FiguresPart {
    private static final String RATE = "events/s/core";
    private static final int[] THREADS = {1, 2};

    private final BenchOptions options;
    private final ProgressLine progress;
    private final Measurements measurements;

    FiguresPart(BenchOptions options, ProgressLine progress, Measurements measurements) {
        this.options = options;
        this.progress = progress;
        this.measurements = measurements;
    }

    /**
     * Measures.
     *
     * @param trace directory of the trace
     * @param events number of its events
     */
    void run(Path trace, long events) throws IOException {
        for (int run = 0; run < options.runs(); run++) {
            for (int threads : THREADS) {
                measure(Work.ALL, "all figures", trace, events, threads, run);
                measure(Work.SUMS, "sums alone", trace, events, threads, run);
            }
        }
        measurements.quote("events_per_s_core", "all figures, 2 threads, by processor time");
        measurements.quote("sums_per_s_core", "sums alone, 2 threads, by processor time");
    }

    private void measure(Work work, String name, Path trace, long events, int threads, int run) throws IOException {
        String row = name + ", " + threads + (threads == 1 ? " thread" : " threads");
        progress.step(row + ": run " + (run + 1) + " of " + options.runs());
        Usage usage = MeasuredRun.of(
                        work, trace, threads, options.workDirectory().resolve("run"))
                .usage();
        measurements.measured(row + ", by processor time", RATE, events * 1e9 / usage.cpuNanos());
        measurements.measured(row + ", by time", RATE, events * 1e9 / usage.wallNanos() / threads);
        measurements.measured(row + ": peak memory", "MB", usage.peakBytes() / 1e6);
        measurements.measured(row + ": spilled", "MB", usage.writtenBytes() / 1e6);
    }
}
