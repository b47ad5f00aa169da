package org.underbase.bench.analysis.duckdb;

import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.List;
import java.util.stream.Stream;
import org.apache.hadoop.conf.Configuration;
import org.underbase.bench.analysis.run.MeasuredRun;
import org.underbase.bench.analysis.run.Usage;
import org.underbase.bench.analysis.run.Work;
import org.underbase.operator.output.ProgressLine;
import org.underbase.parquet.export.ExportPlan;
import org.underbase.parquet.export.ParquetExport;
import org.underbase.parquet.row.RowOrder;
import org.underbase.testbed.report.BenchOptions;
import org.underbase.testbed.report.Measurements;
import org.underbase.testbed.report.Order;
import org.underbase.testbed.report.Pair;

/** Part {@code duckdb}: figures 2, 6 and 7 of Underbase on a trace and of DuckDB on its Parquet tables. */
public final class DuckDbPart {
    private static final List<Work> FIGURES = List.of(Work.F2, Work.F6, Work.F7);
    private static final int THREADS = 2;
    /** Heap of DuckDB's JVM, which contains the rows of the result only, in MiB. */
    private static final int HEAP_MIB = 256;

    private final BenchOptions options;
    private final ProgressLine progress;
    private final Measurements measurements;

    public DuckDbPart(BenchOptions options, ProgressLine progress, Measurements measurements) {
        this.options = options;
        this.progress = progress;
        this.measurements = measurements;
    }

    /**
     * Measures.
     *
     * @param trace directory of the trace
     */
    public void run(Path trace) throws IOException, InterruptedException {
        Path tables = export(trace);
        for (Work work : FIGURES) {
            for (int run = 0; run < options.runs(); run++) {
                progress.step("duckdb: " + work + ", run " + (run + 1) + " of " + options.runs());
                compare(work, Order.of(run), trace, tables);
            }
        }
        measurements.quoteGain("duckdb_f2", "F2, 2 threads; stock: DuckDB");
        measurements.quoteGain("duckdb_f7", "F7, 2 threads; stock: DuckDB");
        measurements.note(
                "DuckDB reads tables with the keys of the files and the activities, which the export computed; its"
                        + " query of figure 7 has distance 0 only, that of Underbase has four distances. The answers are equal.");
    }

    private Path export(Path trace) throws IOException, InterruptedException {
        progress.step("duckdb: export the trace to Parquet");
        Path tables = options.workDirectory().resolve("tables");
        ExportPlan plan = new ExportPlan(
                tables,
                RowOrder.FILE,
                false,
                THREADS,
                options.workDirectory().resolve("run"),
                Runtime.getRuntime().maxMemory() / 4);
        long start = System.nanoTime();
        new ParquetExport(Work.sources(trace, new Configuration()), plan, progress).run();
        measurements.measured("export to Parquet", "s", (System.nanoTime() - start) / 1e9);
        measurements.measured("size of the trace", "MB", bytes(trace) / 1e6);
        measurements.measured("size of the tables", "MB", bytes(tables) / 1e6);
        return tables;
    }

    private static double bytes(Path directory) throws IOException {
        long bytes = 0;
        try (Stream<Path> files = Files.list(directory)) {
            for (Path file : files.toList()) {
                bytes += Files.size(file);
            }
        }
        return bytes;
    }

    private void compare(Work work, Order order, Path trace, Path tables) throws IOException {
        MeasuredRun[] sides = new MeasuredRun[2];
        for (boolean underbase : order.sides()) {
            sides[underbase ? 0 : 1] = underbase ? analyze(work, trace) : query(work, tables);
        }
        Answers.compare(work, sides[0].result(), sides[1].result());
        Usage ours = sides[0].usage();
        Usage theirs = sides[1].usage();
        String row = work + ", 2 threads";
        measurements.compared(row + "; stock: DuckDB", "s", new Pair(ours.wallNanos() / 1e9, theirs.wallNanos() / 1e9));
        measurements.compared(
                row + ", processor time; stock: DuckDB", "s", new Pair(ours.cpuNanos() / 1e9, theirs.cpuNanos() / 1e9));
        measurements.compared(
                row + ": peak memory; stock: DuckDB", "MB", new Pair(ours.peakBytes() / 1e6, theirs.peakBytes() / 1e6));
    }

    private MeasuredRun analyze(Work work, Path trace) throws IOException {
        return MeasuredRun.of(work, trace, THREADS, options.workDirectory().resolve("run"));
    }

    private MeasuredRun query(Work work, Path tables) throws IOException {
        List<String> arguments = List.of(
                work.name(), tables.toString(), Integer.toString(THREADS), Integer.toString(MeasuredRun.HEAP_MIB));
        return MeasuredRun.of(
                DuckDbMain.class, HEAP_MIB, arguments, options.workDirectory().resolve("run"));
    }
}
