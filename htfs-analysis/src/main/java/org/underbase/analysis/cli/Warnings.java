package org.underbase.analysis.cli;

import java.io.PrintWriter;
import org.underbase.analysis.AnalysisResult;
import org.underbase.analysis.TraceHealth;

/** Warnings about a result, one line each. */
final class Warnings {
    private static final int PRINTED_RANGES = 5;

    private Warnings() {}

    static void print(AnalysisResult result, PrintWriter err) {
        health(result.health(), err);
        result.sumRules().stream().filter(rule -> !rule.holds()).forEach(rule -> err.println("inconsistent: " + rule));
        err.flush();
    }

    private static void health(TraceHealth health, PrintWriter err) {
        health.corruptRanges().stream().limit(PRINTED_RANGES).forEach(range -> err.println("corrupt: " + range));
        if (health.corruptRangeCount() > PRINTED_RANGES) {
            err.printf("corrupt: and %d more ranges%n", health.corruptRangeCount() - PRINTED_RANGES);
        }
        if (!health.unclosed().isEmpty()) {
            err.printf(
                    "unfinished: %d of %d files have no end mark; they are still being written, or their process was"
                            + " killed%n",
                    health.unclosed().size(), health.segments());
        }
        if (health.isSampled()) {
            err.println("sampled: " + health.samplingText());
        }
        health.skews().forEach(skew -> err.println("skewed: " + TraceHealth.skewText(skew)));
        if (health.droppedEvents() > 0) {
            err.printf(
                    "incomplete: %,d calls, which moved %,d bytes, were lost while recording: %s%n",
                    health.droppedEvents(), health.lost().totalBytes(), health.lost());
        }
    }
}
