package org.underbase.bench.soak;

import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;
import java.util.StringJoiner;
import java.util.TreeSet;
import org.underbase.bench.frame.SoakResult;
import org.underbase.bench.soak.SurefireReports.Ending;
import org.underbase.bench.soak.SurefireReports.Test;

/**
 * Hadoop's tests on the traced client beside the same tests on the stock client: what fails with the tracer alone is a
 * fault of the tracer, what fails on stock as well is a fault of the test or of its surroundings.
 */
record ContractComparison(SurefireReports traced, SurefireReports stock) {

    /** Passed when tests ran on both clients and none failed with the tracer alone. */
    SoakResult result() {
        List<Test> tracedOnly = failures(traced, stock);
        List<Test> stockOnly = failures(stock, traced);
        Map<String, String> figures = new LinkedHashMap<>();
        figures.put("classes", Integer.toString(traced.types().size()));
        figures.put("tests", Integer.toString(traced.tests().size()));
        figures.put("passed", Long.toString(traced.count(Ending.PASSED)));
        figures.put("skipped", Long.toString(traced.count(Ending.SKIPPED)));
        figures.put("failed_traced_only", Integer.toString(tracedOnly.size()));
        figures.put("failed_stock_only", Integer.toString(stockOnly.size()));
        figures.put("failed_both", Long.toString(traced.count(Ending.FAILED) - tracedOnly.size()));
        boolean passed = !traced.tests().isEmpty() && !stock.tests().isEmpty() && tracedOnly.isEmpty();
        return new SoakResult(passed, figures, table() + named(tracedOnly, stockOnly));
    }

    private static List<Test> failures(SurefireReports of, SurefireReports unlike) {
        return of.tests().keySet().stream()
                .filter(test -> of.failed(test) && !unlike.failed(test))
                .toList();
    }

    private String table() {
        TreeSet<String> types = new TreeSet<>(traced.types());
        types.addAll(stock.types());
        StringBuilder table =
                new StringBuilder(String.format("%-50s %-24s %s%n", "passed / failed / skipped", "traced", "stock"));
        for (String type : types) {
            table.append(String.format(
                    "%-50s %-24s %s%n",
                    type.substring(type.lastIndexOf('.') + 1), counts(traced, type), counts(stock, type)));
        }
        return table.toString();
    }

    private static String counts(SurefireReports of, String type) {
        return of.count(type, Ending.PASSED) + " / " + of.count(type, Ending.FAILED) + " / "
                + of.count(type, Ending.SKIPPED);
    }

    private String named(List<Test> tracedOnly, List<Test> stockOnly) {
        StringJoiner lines = new StringJoiner("\n", "\n", "\n");
        tracedOnly.forEach(test -> lines.add("failed with the tracer only: " + told(traced, test)));
        stockOnly.forEach(test -> lines.add("failed on stock only: " + told(stock, test)));
        traced.tests().keySet().stream()
                .filter(test -> traced.failed(test) && stock.failed(test))
                .forEach(test -> lines.add("failed on both: " + told(traced, test)));
        traced.tests().forEach((test, outcome) -> {
            if (outcome.ending() == Ending.SKIPPED) {
                lines.add("skipped: " + told(traced, test));
            }
        });
        stock.tests().keySet().stream()
                .filter(test -> !traced.tests().containsKey(test))
                .forEach(test -> lines.add("run on stock only: " + test));
        return lines.toString();
    }

    private static String told(SurefireReports of, Test test) {
        return test + ": " + of.tests().get(test).message();
    }
}
