package org.underbase.analysis;

import org.underbase.analysis.files.Files;
import org.underbase.analysis.latency.Latencies;
import org.underbase.analysis.layers.Layers;
import org.underbase.analysis.runs.ReadRuns;
import org.underbase.analysis.summary.Summary;
import org.underbase.analysis.timeline.Timeline;
import org.underbase.analysis.truth.Traffic;

/** What all operators found in a trace. */
public record Figures(
        Summary summary,
        Layers layers,
        Files files,
        ReadRuns readRuns,
        Latencies latencies,
        Timeline timeline,
        Traffic traffic) {}
