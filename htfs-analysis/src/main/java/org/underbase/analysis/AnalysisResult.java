package org.underbase.analysis;

import org.underbase.analysis.figure.Assumptions;
import org.underbase.analysis.figure.Figures;
import org.underbase.analysis.reconcile.CounterReconciliation;
import org.underbase.analysis.reconcile.DataNodeCounters;
import org.underbase.analysis.reconcile.ReconciliationReport;
import org.underbase.analysis.reconcile.Traffic;

/**
 * What an analysis found.
 *
 * @param figures of all operators
 * @param health of the trace itself
 * @param assumptions that the figures rest on
 */
public record AnalysisResult(Figures figures, TraceHealth health, Assumptions assumptions) {
    /** The trace against the DataNodes' counters over the same time. */
    public ReconciliationReport compare(DataNodeCounters counters) {
        return CounterReconciliation.compare(
                figures.get(Traffic.class), counters, health.drops() + health.damages(), assumptions.blockSize());
    }
}
