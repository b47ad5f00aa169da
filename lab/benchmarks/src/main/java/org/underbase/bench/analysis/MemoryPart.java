package org.underbase.bench.analysis;

import java.io.IOException;
import java.nio.file.Path;
import org.underbase.bench.analysis.run.MeasuredRun;
import org.underbase.bench.analysis.run.Usage;
import org.underbase.bench.analysis.run.Work;
import org.underbase.bench.analysis.trace.TraceShape;
import org.underbase.operator.output.ProgressLine;
import org.underbase.testbed.report.BenchOptions;
import org.underbase.testbed.report.Measurements;

/** Part {@code memory}: peak memory of all figures against the number of files, once. */
final class MemoryPart {
    private static final long EVENTS = 100_000_000;
    private static final int[] EVENTS_PER_FILE = {10_000, 1_000, 85};
    private static final int HOSTS = 8;
    private static final int REGIONS = 20;

    private final BenchOptions options;
    private final ProgressLine progress;
    private final Measurements measurements;

    MemoryPart(BenchOptions options, ProgressLine progress, Measurements measurements) {
        this.options = options;
        this.progress = progress;
        this.measurements = measurements;
    }

    void run() throws IOException {
        long events = options.quick() ? 100_000 : EVENTS;
        for (int perFile : EVENTS_PER_FILE) {
            TraceShape shape = new TraceShape(events, HOSTS, REGIONS, perFile);
            Path trace = options.workDirectory().resolve("files-" + perFile);
            long written = shape.write(trace, options.seed(), progress);
            progress.step("memory: about " + written / perFile + " files");
            MeasuredRun run =
                    MeasuredRun.of(Work.ALL, trace, 2, options.workDirectory().resolve("run"));
            Usage usage = run.usage();
            String row = "memory, " + perFile + " events per file";
            measurements.measured(row + ": events", "", (double) written);
            measurements.measured(row + ": files", "", (double)
                    run.result().at("/fileSizes/seen/all/files").asLong());
            measurements.measured(row + ": peak memory", "MB", usage.peakBytes() / 1e6);
            measurements.measured(row + ": spilled", "MB", usage.writtenBytes() / 1e6);
            measurements.measured(row + ": time", "s", usage.wallNanos() / 1e9);
            measurements.measured(row + ": processor time", "s", usage.cpuNanos() / 1e9);
            measurements.quote("peak_mb", row + ": peak memory");
        }
    }
}
