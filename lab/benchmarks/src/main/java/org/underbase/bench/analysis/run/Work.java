package org.underbase.bench.analysis.run;

import com.fasterxml.jackson.databind.node.JsonNodeFactory;
import com.fasterxml.jackson.databind.node.ObjectNode;
import java.io.IOException;
import java.nio.file.Path;
import java.util.List;
import java.util.OptionalLong;
import org.apache.hadoop.conf.Configuration;
import org.underbase.analysis.Analysis;
import org.underbase.analysis.figure.AllFigures;
import org.underbase.analysis.figure.Assumptions;
import org.underbase.analysis.figure.Figure;
import org.underbase.analysis.figure.TraceFacts;
import org.underbase.analysis.files.FilesFigure;
import org.underbase.analysis.layers.LayersFigure;
import org.underbase.analysis.layers.LayersPartial;
import org.underbase.analysis.locality.LocalityFigure;
import org.underbase.analysis.operator.Operator;
import org.underbase.analysis.run.InProcessRunner;
import org.underbase.analysis.run.Progress;
import org.underbase.analysis.stage.Settings;
import org.underbase.analysis.stage.Stages;

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
        return switch (this) {
            case ALL ->
                Analysis.of(List.of(trace.toString()), new Configuration())
                        .withThreads(threads)
                        .withSpill(temporary, memory)
                        .run(Progress.NONE)
                        .figures()
                        .json();
            case SUMS -> sums(trace, threads);
            case F2 -> one(new LayersFigure(), trace, threads, temporary, memory);
            case F6 -> one(new FilesFigure(), trace, threads, temporary, memory);
            case F7 -> one(new LocalityFigure(), trace, threads, temporary, memory);
        };
    }

    private static ObjectNode one(Figure<?, ?> figure, Path trace, int threads, Path temporary, long memory)
            throws IOException, InterruptedException {
        Configuration conf = new Configuration();
        Settings settings = Settings.of(Assumptions.of(conf)).withSpill(temporary, memory);
        return new Stages(AllFigures.of(figure), new InProcessRunner(threads), settings)
                .run(SegmentSlice.of(trace, conf), Progress.NONE)
                .json();
    }

    private static ObjectNode sums(Path trace, int threads) throws IOException, InterruptedException {
        Configuration conf = new Configuration();
        LayersFigure layers = new LayersFigure();
        TraceFacts facts = new TraceFacts(Assumptions.of(conf), 0, 0, OptionalLong.empty());
        Operator<LayersPartial, ObjectNode> operator = new Operator<>() {
            @Override
            public LayersPartial start() {
                return layers.start(facts);
            }

            @Override
            public ObjectNode finish(LayersPartial whole) {
                ObjectNode json = JsonNodeFactory.instance.objectNode();
                layers.addJson(layers.finish(whole, facts), json);
                return json;
            }
        };
        return new InProcessRunner(threads).run(operator, SegmentSlice.of(trace, conf), Progress.NONE);
    }
}
