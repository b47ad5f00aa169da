package org.underbase.analysis;

import org.underbase.analysis.files.FilesOperator;
import org.underbase.analysis.latency.LatencyOperator;
import org.underbase.analysis.layers.LayersOperator;
import org.underbase.analysis.operator.Operator;
import org.underbase.analysis.runs.RunsOperator;
import org.underbase.analysis.summary.SummaryOperator;
import org.underbase.analysis.timeline.TimelineOperator;
import org.underbase.analysis.truth.TrafficOperator;

/** All operators as one. */
record AllOperators(
        SummaryOperator summary,
        LayersOperator layers,
        FilesOperator files,
        RunsOperator runs,
        LatencyOperator latencies,
        TimelineOperator timeline,
        TrafficOperator traffic)
        implements Operator<AllPartial, Figures> {
    /** What the time line of a report can show on one screen. */
    private static final int BINS = 240;

    static AllOperators of(Assumptions assumptions) {
        return new AllOperators(
                new SummaryOperator(),
                new LayersOperator(assumptions.replication()),
                new FilesOperator(),
                new RunsOperator(),
                new LatencyOperator(),
                new TimelineOperator(BINS),
                new TrafficOperator(assumptions.replication(), assumptions.blockSize()));
    }

    @Override
    public AllPartial start() {
        return new AllPartial(this);
    }

    @Override
    public Figures finish(AllPartial whole) {
        return new Figures(
                summary.finish(whole.summary),
                layers.finish(whole.layers),
                files.finish(whole.files),
                runs.finish(whole.runs),
                latencies.finish(whole.latencies),
                timeline.finish(whole.timeline),
                traffic.finish(whole.traffic));
    }
}
