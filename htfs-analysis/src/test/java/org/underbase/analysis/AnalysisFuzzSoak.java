package org.underbase.analysis;

import java.io.IOException;
import java.util.LinkedHashMap;
import java.util.Locale;
import java.util.Map;
import org.underbase.operator.output.ProgressLine;
import org.underbase.testbed.report.Soak;
import org.underbase.testbed.report.SoakOptions;
import org.underbase.testbed.report.SoakResult;

/** Soak that analyzes damaged traces, see {@link AnalysisFuzz}. */
public final class AnalysisFuzzSoak implements Soak {
    @Override
    public String name() {
        return "analysis";
    }

    @Override
    public String description() {
        return "the analysis of damaged traces: an error of one line, or a warning with each figure that differs";
    }

    @Override
    public long defaultCount() {
        return 10_000;
    }

    @Override
    public String unit() {
        return "damaged traces";
    }

    @Override
    public SoakResult run(SoakOptions options, ProgressLine progress) throws IOException, InterruptedException {
        progress.step(options.count() + " traces");
        Map<String, String> metrics = new LinkedHashMap<>();
        metrics.put("inputs", Long.toString(options.count()));
        try {
            Map<AnalysisFuzz.Outcome, Long> outcomes = new AnalysisFuzz(options.seed(), options.workDirectory())
                    .run(0, options.count(), done -> progress.update(() -> done + " of " + options.count()));
            for (AnalysisFuzz.Outcome outcome : AnalysisFuzz.Outcome.values()) {
                metrics.put(outcome.name().toLowerCase(Locale.ROOT), Long.toString(outcomes.getOrDefault(outcome, 0L)));
            }
            return new SoakResult(true, metrics, "");
        } catch (AssertionError e) {
            return new SoakResult(false, metrics, e.getMessage() + "\n");
        }
    }
}
