package org.underbase.bench.analysis;

import java.io.IOException;
import java.nio.file.Path;
import java.util.List;
import org.underbase.bench.analysis.duckdb.DuckDbPart;
import org.underbase.bench.analysis.run.MeasuredRun;
import org.underbase.bench.analysis.trace.TraceShape;
import org.underbase.operator.output.ProgressLine;
import org.underbase.testbed.report.BenchOptions;
import org.underbase.testbed.report.Benchmark;
import org.underbase.testbed.report.Measurements;
import org.underbase.testbed.report.Metric;
import org.underbase.testbed.report.Target;

/** Benchmark {@code analysis}. */
public final class AnalysisBenchmark implements Benchmark {
    private static final TraceShape SHAPE = new TraceShape(24_000_000, 8, 20, 2_000);
    private static final TraceShape YARN = new TraceShape(2_000_000, 4, 20, 2_000);
    private static final TraceShape QUICK = new TraceShape(100_000, 2, 2, 200);

    @Override
    public String name() {
        return "analysis";
    }

    @Override
    public String description() {
        return "events per second and memory of the analysis of a trace, DuckDB on its Parquet tables, and YARN";
    }

    @Override
    public List<String> parts() {
        return List.of("figures", "memory", "duckdb", "yarn");
    }

    @Override
    public void run(BenchOptions options, ProgressLine progress, Measurements measurements)
            throws IOException, InterruptedException {
        if (options.includes("figures") || options.includes("duckdb")) {
            TraceShape shape = options.quick() ? QUICK : SHAPE;
            Path trace = options.workDirectory().resolve("trace");
            long start = System.nanoTime();
            long events = shape.write(trace, options.seed(), progress);
            measurements.measured("events of the generated trace", "", (double) events);
            measurements.measured("generation of the trace", "s", (System.nanoTime() - start) / 1e9);
            if (options.includes("figures")) {
                new FiguresPart(options, progress, measurements).run(trace, events);
            }
            if (options.includes("duckdb")) {
                new DuckDbPart(options, progress, measurements).run(trace);
            }
        }
        if (options.includes("memory")) {
            new MemoryPart(options, progress, measurements).run();
        }
        if (options.includes("yarn")) {
            new YarnPart(options, progress, measurements).run(options.quick() ? QUICK : YARN);
        }
        measurements.note(
                "Each run is a new JVM with a heap of " + MeasuredRun.HEAP_MIB
                        + " MiB and the serial collector, as the launcher starts it; its time contains the start of the compiler, and"
                        + " its processor time also that of the compiler and the garbage collector. The trace is in the page cache.");
    }

    @Override
    public List<Metric> metrics(Measurements measurements) {
        return List.of(
                measurements.metric("events_per_s_core", 0, new Target.AtLeast(2_500_000)),
                measurements.metric("sums_per_s_core", 0, new Target.AtLeast(7_000_000)),
                measurements.metric("peak_mb", 0, new Target.AtMost(2_000)),
                measurements.metric("duckdb_f2", 2, new Target.AtLeast(1)),
                measurements.metric("duckdb_f7", 2, new Target.AtLeast(1)),
                measurements.metric("yarn_equal", 0, new Target.Yes()));
    }
}
