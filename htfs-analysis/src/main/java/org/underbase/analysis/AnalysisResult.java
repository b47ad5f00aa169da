package org.underbase.analysis;

import java.util.List;
import java.util.Optional;
import org.underbase.analysis.figure.Assumptions;
import org.underbase.analysis.figure.Figures;
import org.underbase.analysis.layers.SimulatedDisks;
import org.underbase.analysis.reconcile.CounterReconciliation;
import org.underbase.analysis.reconcile.DataNodeCounters;
import org.underbase.analysis.reconcile.ReconciliationReport;
import org.underbase.analysis.reconcile.Traffic;
import org.underbase.analysis.rules.SumRules;

/**
 * Result of an analysis.
 *
 * @param figures results of all figures
 * @param health completeness of the trace
 * @param assumptions values used for files whose creation is not in the trace
 * @param simulated bytes of the disks by a simulator, if known
 */
public record AnalysisResult(
        Figures figures, TraceHealth health, Assumptions assumptions, Optional<SimulatedDisks> simulated) {
    /** Creates a result without a simulation. */
    public AnalysisResult(Figures figures, TraceHealth health, Assumptions assumptions) {
        this(figures, health, assumptions, Optional.empty());
    }

    /** Copies this result with the bytes of the disks by a simulator. */
    public AnalysisResult with(SimulatedDisks disks) {
        return new AnalysisResult(figures, health, assumptions, Optional.of(disks));
    }

    /** Returns the rules that the figures must satisfy together; none if only some figures were computed. */
    public List<SumRules.Rule> sumRules() {
        return figures.isComplete() ? SumRules.of(figures, health.isSampled()) : List.of();
    }

    /** Reconciles the trace with the DataNodes' counters over the same time. */
    public ReconciliationReport compare(DataNodeCounters counters) {
        ReconciliationReport report = CounterReconciliation.compare(
                figures.get(Traffic.class),
                counters,
                health.droppedEvents() + health.corruptRangeCount(),
                assumptions.blockSize());
        return health.isSampled()
                ? report.with(
                        "The trace contains the calls on a fraction of the files, the counters contain all bytes.")
                : report;
    }
}
