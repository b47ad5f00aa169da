package org.underbase.analysis;

import org.underbase.analysis.files.FilesPartial;
import org.underbase.analysis.latency.LatencyPartial;
import org.underbase.analysis.layers.LayersPartial;
import org.underbase.analysis.operator.Partial;
import org.underbase.analysis.runs.RunsPartial;
import org.underbase.analysis.summary.SummaryPartial;
import org.underbase.analysis.timeline.TimelinePartial;
import org.underbase.analysis.truth.TrafficPartial;
import org.underbase.htfs.format.TraceEvent;

/** The partials of all operators, fed together so that the trace is read once. */
public final class AllPartial implements Partial<AllPartial> {
    final SummaryPartial summary;
    final LayersPartial layers;
    final FilesPartial files;
    final RunsPartial runs;
    final LatencyPartial latencies;
    final TimelinePartial timeline;
    final TrafficPartial traffic;

    AllPartial(AllOperators operators) {
        summary = operators.summary().start();
        layers = operators.layers().start();
        files = operators.files().start();
        runs = operators.runs().start();
        latencies = operators.latencies().start();
        timeline = operators.timeline().start();
        traffic = operators.traffic().start();
    }

    @Override
    public void accept(TraceEvent event) {
        summary.accept(event);
        layers.accept(event);
        files.accept(event);
        runs.accept(event);
        latencies.accept(event);
        timeline.accept(event);
        traffic.accept(event);
    }

    @Override
    public void merge(AllPartial later) {
        summary.merge(later.summary);
        layers.merge(later.layers);
        files.merge(later.files);
        runs.merge(later.runs);
        latencies.merge(later.latencies);
        timeline.merge(later.timeline);
        traffic.merge(later.traffic);
    }
}
