package org.underbase.bench.analysis.run;

import com.fasterxml.jackson.databind.node.ObjectNode;
import java.io.IOException;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.List;
import org.apache.hadoop.conf.Configuration;
import org.underbase.analysis.figure.AllFigures;
import org.underbase.analysis.figure.Assumptions;
import org.underbase.analysis.files.FilesFigure;
import org.underbase.analysis.layers.LayersFigure;
import org.underbase.analysis.locality.LocalityFigure;
import org.underbase.analysis.run.InProcessRunner;
import org.underbase.analysis.run.Progress;
import org.underbase.analysis.run.Selection;
import org.underbase.analysis.run.SliceSource;
import org.underbase.analysis.stage.Settings;
import org.underbase.analysis.stage.Stages;
import org.underbase.htfs.format.TraceFiles;
import org.underbase.htfs.format.TraceSlice;

/** Part of the analysis that a run measures. */
public enum Work {
    /** All figures. */
    ALL,
    /** Bytes read and written by activity and its part: one pass over the events, without files. */
    SUMS,
    /** Figure 2 alone, with the bytes on disk. */
    F2,
    /** Figure 6 alone. */
    F6,
    /** Figure 7 alone. */
    F7;

    private static final long SLICE_BYTES = 4L << 20;

    /**
     * Computes the figures.
     *
     * @param trace directory of the trace
     * @param threads number of threads
     * @param temporary directory for temporary files
     * @param memory memory for accesses, in bytes
     * @return their JSON
     */
    ObjectNode run(Path trace, int threads, Path temporary, long memory) throws IOException, InterruptedException {
        Configuration conf = new Configuration();
        InProcessRunner runner = new InProcessRunner(threads);
        if (this == SUMS) {
            return runner.run(new Sums(Assumptions.of(conf)), sources(trace, conf), Progress.NONE);
        }
        Settings settings = Settings.of(Assumptions.of(conf)).withSpill(temporary, memory);
        return new Stages(figures(), runner, settings)
                .run(sources(trace, conf), Progress.NONE)
                .json();
    }

    private AllFigures figures() {
        return switch (this) {
            case ALL, SUMS -> AllFigures.load();
            case F2 -> AllFigures.of(new LayersFigure());
            case F6 -> AllFigures.of(new FilesFigure());
            case F7 -> AllFigures.of(new LocalityFigure());
        };
    }

    /** Returns the slices of a trace. */
    public static List<SliceSource> sources(Path trace, Configuration conf) throws IOException {
        List<SliceSource> sources = new ArrayList<>();
        for (TraceSlice slice : TraceFiles.split(TraceFiles.find(conf, List.of(trace.toString())), SLICE_BYTES)) {
            sources.add(new SliceSource(conf, slice, Selection.ALL, false));
        }
        return sources;
    }
}
