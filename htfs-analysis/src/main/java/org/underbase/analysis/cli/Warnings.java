package org.underbase.analysis.cli;

import java.io.PrintWriter;
import org.underbase.analysis.AnalysisResult;
import org.underbase.analysis.ImageText;

/** Warnings about a result, one line each. */
final class Warnings {
    private Warnings() {}

    static void print(AnalysisResult result, PrintWriter err) {
        result.health().warnings().forEach(err::println);
        ImageText.of(result).ifPresent(text -> err.println("fsimage: " + text));
        result.sumRules().stream().filter(rule -> !rule.holds()).forEach(rule -> err.println("inconsistent: " + rule));
        err.flush();
    }
}
