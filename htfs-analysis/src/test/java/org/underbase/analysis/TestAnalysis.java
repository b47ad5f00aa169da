package org.underbase.analysis;

import java.util.List;
import org.underbase.analysis.figure.Assumptions;
import org.underbase.analysis.figure.Figures;
import org.underbase.analysis.testing.Feed;
import org.underbase.analysis.testing.TestEvent;
import org.underbase.htfs.format.Drops;

/** Analysis of events in memory. */
public final class TestAnalysis {
    private TestAnalysis() {}

    public static AnalysisResult of(List<TestEvent> events) {
        return sampled(events, 1);
    }

    /** Analyzes events as those of a trace with a fraction of the files. */
    public static AnalysisResult sampled(List<TestEvent> events, double fraction) {
        Assumptions assumptions = new Assumptions(3, 1 << 20);
        Figures figures = Feed.all(assumptions, events);
        TraceHealth health = new TraceHealth(
                1,
                1,
                5L * events.size(),
                Drops.NONE,
                fraction,
                0,
                List.of(),
                List.of(),
                List.of(),
                List.of(),
                List.of());
        return new AnalysisResult(figures, health, assumptions);
    }
}
