package org.underbase.analysis;

import java.io.IOException;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.Collection;
import java.util.HashSet;
import java.util.List;
import java.util.Optional;
import java.util.OptionalLong;
import java.util.Set;
import java.util.function.Consumer;
import java.util.function.UnaryOperator;
import org.apache.hadoop.conf.Configuration;
import org.underbase.analysis.access.FileDetail;
import org.underbase.analysis.catalog.ClockSkew;
import org.underbase.analysis.figure.Assumptions;
import org.underbase.analysis.figure.Figures;
import org.underbase.analysis.figure.Missing;
import org.underbase.analysis.run.InProcessRunner;
import org.underbase.analysis.run.Progress;
import org.underbase.analysis.run.SliceSource;
import org.underbase.analysis.stage.Inventory;
import org.underbase.analysis.stage.KeptStages;
import org.underbase.analysis.stage.Settings;
import org.underbase.analysis.stage.StageRunner;
import org.underbase.analysis.stage.Stages;
import org.underbase.htfs.format.BlockHeader;
import org.underbase.htfs.format.CorruptRange;
import org.underbase.htfs.format.ReadReport;
import org.underbase.htfs.format.TraceFiles;
import org.underbase.htfs.format.TraceFormatException;
import org.underbase.htfs.format.TraceSlice;

/**
 * Analysis of traces: {@code Analysis.of(locations, conf).run(progress)}. It reads each trace twice, on every core: first for
 * the files, then for the figures. It skips corrupt ranges and reports them in the result. Memory depends on the files in the
 * trace and on the calls that open or change them, not on its reads and writes: those that exceed the limit of memory are in
 * temporary files. A file that is accessed in many small parts needs about 100 bytes per part.
 */
public final class Analysis {
    private final Configuration conf;
    private final List<TraceSlice> slices;
    /** Descriptions of the files that the search skipped. */
    private final List<String> skipped;

    private final Settings settings;
    private final InProcessRunner runner;
    /** Execution outside this process; empty for the runner. */
    private final Optional<StageRunner> stages;
    /** Where to keep finished stages. */
    private final Optional<Path> work;

    private Analysis(
            Configuration conf,
            List<TraceSlice> slices,
            List<String> skipped,
            Settings settings,
            InProcessRunner runner,
            Optional<StageRunner> stages,
            Optional<Path> work) {
        this.conf = conf;
        this.slices = slices;
        this.skipped = skipped;
        this.settings = settings;
        this.runner = runner;
        this.stages = stages;
        this.work = work;
    }

    /**
     * Creates an analysis of traces.
     *
     * @param locations files, directories or globs on any of Hadoop's file systems
     * @param conf configuration of the file systems; {@code dfs.replication} and {@code dfs.blocksize} apply to files whose
     *     creation is not in the trace
     * @throws IOException if a location contains no trace
     */
    public static Analysis of(Collection<String> locations, Configuration conf) throws IOException {
        return of(locations, conf, line -> {});
    }

    /**
     * Creates an analysis as {@link #of(Collection, Configuration)}.
     *
     * @param skipped receives one line for each file that is not read, such as a copy of a segment
     */
    public static Analysis of(Collection<String> locations, Configuration conf, Consumer<String> skipped)
            throws IOException {
        return of(locations, conf, skipped, SliceSource.BYTES);
    }

    private static Collection<String> nonEmpty(Collection<String> locations) {
        if (locations.isEmpty()) {
            throw new IllegalArgumentException("no trace to analyze");
        }
        return locations;
    }

    static Analysis of(Collection<String> locations, Configuration conf, Consumer<String> skipped, long sliceBytes)
            throws IOException {
        List<String> lines = new ArrayList<>();
        List<TraceSlice> segments = TraceFiles.find(conf, nonEmpty(locations), lines::add);
        lines.forEach(skipped);
        List<TraceSlice> slices = TraceFiles.split(segments, sliceBytes);
        return new Analysis(
                conf,
                slices,
                List.copyOf(lines),
                Settings.of(Assumptions.of(conf)),
                InProcessRunner.onAllCores(),
                Optional.empty(),
                Optional.empty());
    }

    /** Copies this analysis with another number of threads. */
    public Analysis withThreads(int threads) {
        return new Analysis(conf, slices, skipped, settings, new InProcessRunner(threads), stages, work);
    }

    /**
     * Copies this analysis with another limit of memory for the calls on files; further ones are in temporary files, which are
     * deleted at the end.
     *
     * @param directory directory for temporary files
     * @param bytes the limit, in bytes
     */
    public Analysis withSpill(Path directory, long bytes) {
        return new Analysis(conf, slices, skipped, settings.withSpill(directory, bytes), runner, stages, work);
    }

    /** Copies this analysis with the bytes on the disks of the traced cluster. */
    public Analysis withUsedBytes(long bytes) {
        return new Analysis(conf, slices, skipped, settings.withUsedBytes(bytes), runner, stages, work);
    }

    /** Copies this analysis with an execution of its stages outside this process. */
    public Analysis on(StageRunner runnerOfStages) {
        return new Analysis(conf, slices, skipped, settings, runner, Optional.of(runnerOfStages), work);
    }

    /** Copies this analysis so that it keeps finished stages in a directory, and continues after those that it finds there. */
    public Analysis resumable(Path directory) {
        return new Analysis(conf, slices, skipped, settings, runner, stages, Optional.of(directory));
    }

    /** Copies this analysis with changed settings. */
    public Analysis with(UnaryOperator<Settings> change) {
        return new Analysis(conf, slices, skipped, change.apply(settings), runner, stages, work);
    }

    /**
     * Returns the start of the first event of the trace in nanoseconds since the epoch, from the headers of all blocks; empty
     * without events.
     */
    public OptionalLong begin() throws IOException {
        OptionalLong begin = OptionalLong.empty();
        for (TraceSlice slice : slices) {
            OptionalLong first = new SliceSource(conf, slice, settings.selection(), settings.skipBad()).firstStart();
            if (first.isPresent() && first.getAsLong() < begin.orElse(Long.MAX_VALUE)) {
                begin = first;
            }
        }
        return begin;
    }

    /** Returns the settings. */
    public Settings settings() {
        return settings;
    }

    /**
     * Computes the figures.
     *
     * @param progress receives the progress, in bytes of the trace
     * @throws IOException if no trace is readable, one has a newer version, or reading one fails
     * @throws InterruptedException if the calling thread is interrupted
     */
    public AnalysisResult run(Progress progress) throws IOException, InterruptedException {
        List<SliceSource> sources = new ArrayList<>();
        for (TraceSlice slice : slices) {
            sources.add(new SliceSource(conf, slice, settings.selection(), settings.skipBad()));
        }
        Figures figures = stages.isPresent()
                ? stages.get().run(conf, sources, settings, progress)
                : new Stages(settings.figures(), runner, settings, kept()).run(sources, progress);
        ReadReport report = new ReadReport();
        sources.forEach(source -> report.add(source.report()));
        if (report.blocks() == 0 && report.segments() == 0 && report.corruptRangeCount() > 0) {
            throw new TraceFormatException(report.corruptRanges().get(0).toString());
        }
        Set<String> labels = new HashSet<>();
        sources.forEach(source -> labels.addAll(source.labels()));
        return new AnalysisResult(
                figures.without(Missing.of(labels, settings.image().isPresent())),
                health(report, figures.trace().notes().skews()),
                settings.assumptions());
    }

    private Optional<KeptStages> kept() throws IOException {
        return work.isEmpty() || settings.figures().detail() == FileDetail.NONE
                ? Optional.empty()
                : Optional.of(KeptStages.in(work.get(), Inventory.digest(conf, slices, settings)));
    }

    private TraceHealth health(ReadReport report, List<ClockSkew> skews) {
        return new TraceHealth(
                report.segments(),
                report.blocks(),
                report.bytes(),
                report.drops(),
                (double) Math.max(0, report.leastSampling()) / BlockHeader.ALL,
                report.corruptRangeCount(),
                report.corruptRanges().stream().map(CorruptRange::toString).toList(),
                skipped,
                report.unclosed(),
                report.missingSegments(
                        settings.selection().fromNanos(), settings.selection().toNanos()),
                skews);
    }
}
