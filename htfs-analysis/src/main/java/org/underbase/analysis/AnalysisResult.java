package org.underbase.analysis;

import org.underbase.analysis.truth.DataNodeCounters;
import org.underbase.analysis.truth.TruthCheck;
import org.underbase.analysis.truth.TruthReport;

/**
 * What an analysis found.
 *
 * @param figures of all operators
 * @param health of the trace itself
 * @param assumptions that the figures rest on
 */
public record AnalysisResult(Figures figures, TraceHealth health, Assumptions assumptions) {
    /** The trace against the DataNodes' counters over the same time. */
    public TruthReport compare(DataNodeCounters counters) {
        return TruthCheck.compare(
                figures.traffic(), counters, health.drops() + health.damages(), assumptions.blockSize());
    }
}
