package org.underbase.parquet.export;

import java.io.IOException;
import java.io.UncheckedIOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.List;
import org.apache.hadoop.conf.Configuration;
import org.underbase.analysis.access.TempDirectory;
import org.underbase.analysis.catalog.FileCatalog;
import org.underbase.analysis.catalog.FileFacts;
import org.underbase.analysis.figure.AllFigures;
import org.underbase.analysis.figure.Assumptions;
import org.underbase.analysis.run.InProcessRunner;
import org.underbase.analysis.run.SliceSource;
import org.underbase.analysis.stage.Settings;
import org.underbase.analysis.stage.Stages;
import org.underbase.operator.output.ProgressLine;
import org.underbase.operator.output.SizeText;
import org.underbase.parquet.row.EventRow;
import org.underbase.parquet.row.RowSorter;
import org.underbase.parquet.table.TableWriter;

/**
 * Export of a trace to the tables events and files. It reads the trace four times: for the catalog of the files, twice for the
 * bytes of each file, and for the events, which it sorts. Memory depends on the files of the trace and on the limit.
 */
public final class ParquetExport {
    private static final int CHECK = 1 << 14;

    private final List<SliceSource> sources;
    private final ExportPlan plan;
    private final ProgressLine progress;
    private long events;

    /**
     * @param sources the trace
     */
    public ParquetExport(List<SliceSource> sources, ExportPlan plan, ProgressLine progress) {
        this.sources = List.copyOf(sources);
        this.plan = plan;
        this.progress = progress;
    }

    /**
     * Writes the tables. They get their names when both are complete.
     *
     * @return the number of events and of files
     * @throws IOException if a table exists, the trace is unreadable or the tables cannot be written
     * @throws InterruptedException if the calling thread is interrupted
     */
    public Result run() throws IOException, InterruptedException {
        for (Path table : List.of(plan.events(), plan.files())) {
            if (!plan.overwrite() && Files.exists(table)) {
                throw new IOException("cannot write " + table + ": the file exists; use --overwrite to replace it");
            }
        }
        InProcessRunner runner = new InProcessRunner(plan.threads());
        FileCatalog catalog = runner.run(
                FileCatalog.withNames(), sources, (done, total) -> progress(0.1 * done / total, "files", done, total));
        Settings settings =
                Settings.of(Assumptions.of(new Configuration(false))).withSpill(plan.temporary(), plan.memory());
        FileTotals totals = new Stages(AllFigures.of(new FileTotalsFigure()), runner, settings)
                .run(sources, (done, total) -> progress(0.1 + 0.2 * done / total, "accesses", done, total))
                .get(FileTotals.class);
        Tables tables = new Tables(catalog, totals);
        Files.createDirectories(plan.directory());
        try (TempDirectory directory = TempDirectory.in(plan.temporary());
                TableWriter<FileFacts> files = new TableWriter<>(plan.files(), tables.files(), List.of());
                TableWriter<EventRow> rows = new TableWriter<>(plan.events(), tables.events(), List.of(Tables.KEY))) {
            for (FileFacts file : catalog.files()) {
                files.write(file);
            }
            files.end();
            write(sorted(catalog, directory), rows);
            rows.end();
            files.commit();
            rows.commit();
        }
        return new Result(events, catalog.size());
    }

    /**
     * Size of the tables.
     *
     * @param events number of events
     * @param files number of files
     */
    public record Result(long events, long files) {}

    private RowSorter sorted(FileCatalog catalog, TempDirectory directory) throws IOException, InterruptedException {
        RowSorter sorter = new RowSorter(directory.path(), plan.order(), plan.memory());
        RowCollector collector = new RowCollector(catalog, sorter);
        long total = sources.stream().mapToLong(SliceSource::weight).sum();
        long done = 0;
        for (SliceSource source : sources) {
            if (Thread.interrupted()) {
                throw new InterruptedException("the export was stopped");
            }
            try {
                source.read(collector);
            } catch (UncheckedIOException e) {
                throw e.getCause();
            }
            done += source.weight();
            progress(0.3 + 0.35 * done / total, "events", done, total);
        }
        events = collector.events();
        return sorter;
    }

    private void write(RowSorter sorter, TableWriter<EventRow> table) throws IOException {
        long[] written = {0};
        sorter.forEach(row -> {
            table.write(row);
            if (++written[0] % CHECK == 0) {
                progress.update(
                        0.65 + 0.35 * written[0] / events,
                        () -> String.format("wrote %,d of %,d events", written[0], events));
            }
        });
    }

    private void progress(double fraction, String what, long done, long total) {
        progress.update(fraction, () -> "read " + SizeText.of(done) + " of " + SizeText.of(total) + " for the " + what);
    }
}
