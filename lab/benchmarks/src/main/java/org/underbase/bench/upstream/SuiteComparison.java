package org.underbase.bench.upstream;

import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;
import java.util.StringJoiner;
import java.util.TreeSet;
import org.underbase.bench.upstream.SurefireReports.Status;
import org.underbase.bench.upstream.SurefireReports.Test;
import org.underbase.testbed.report.SoakResult;

/**
 * Comparison of a suite's results with a feature, in one or more settings, and with stock. A test that fails only with the
 * feature is a defect of the feature. A test that also fails on stock is a defect of the test or its environment.
 *
 * @param feature results with the feature by the name of the setting, in order
 * @param stock results with stock; they may have fewer classes
 */
record SuiteComparison(Map<String, SurefireReports> feature, SurefireReports stock) {
    private static final String STOCK = "stock";

    /**
     * Creates the soak's result. It passed if tests ran in each setting and no test failed with the feature only.
     *
     * @param more text that follows the table
     */
    SoakResult result(String more) {
        Map<String, String> metrics = new LinkedHashMap<>();
        metrics.put("classes", Integer.toString(types(feature).size()));
        metrics.put("tests", Long.toString(sum(run -> run.tests().size())));
        metrics.put("passed", Long.toString(sum(run -> run.count(Status.PASSED))));
        metrics.put("skipped", Long.toString(sum(run -> run.count(Status.SKIPPED))));
        long only = 0;
        for (Map.Entry<String, SurefireReports> run : feature.entrySet()) {
            int failed = failures(run.getValue(), stock).size();
            metrics.put("failed_" + run.getKey() + "_only", Integer.toString(failed));
            only += failed;
        }
        metrics.put("failed_stock_only", Integer.toString(failedOnStockOnly().size()));
        metrics.put("failed_both", Long.toString(sum(run -> run.count(Status.FAILED)) - only));
        boolean passed = only == 0
                && feature.values().stream().noneMatch(run -> run.tests().isEmpty());
        return new SoakResult(passed, metrics, table() + named() + more);
    }

    /** Count in the results of a setting. */
    @FunctionalInterface
    private interface Count {
        long of(SurefireReports run);
    }

    private long sum(Count count) {
        return feature.values().stream().mapToLong(count::of).sum();
    }

    private static TreeSet<String> types(Map<String, SurefireReports> runs) {
        TreeSet<String> types = new TreeSet<>();
        runs.values().forEach(run -> types.addAll(run.types()));
        return types;
    }

    private static List<Test> failures(SurefireReports of, SurefireReports other) {
        return of.tests().keySet().stream()
                .filter(test -> of.failed(test) && !other.failed(test))
                .toList();
    }

    private List<Test> failedOnStockOnly() {
        return stock.tests().keySet().stream()
                .filter(test -> stock.failed(test) && feature.values().stream().noneMatch(run -> run.failed(test)))
                .toList();
    }

    private String table() {
        Map<String, SurefireReports> all = new LinkedHashMap<>(feature);
        all.put(STOCK, stock);
        StringBuilder table = new StringBuilder(String.format("%-50s", "passed / failed / skipped"));
        all.keySet().forEach(name -> table.append(String.format(" %-23s", name)));
        for (String type : types(all)) {
            table.append(String.format("%n%-50s", type.substring(type.lastIndexOf('.') + 1)));
            all.values().forEach(run -> table.append(String.format(" %-23s", counts(run, type))));
        }
        return table.toString().replaceAll("(?m) +$", "") + System.lineSeparator();
    }

    private static String counts(SurefireReports of, String type) {
        if (!of.types().contains(type)) {
            return "not run";
        }
        return of.count(type, Status.PASSED) + " / " + of.count(type, Status.FAILED) + " / "
                + of.count(type, Status.SKIPPED);
    }

    private String named() {
        StringJoiner lines = new StringJoiner("\n", "\n", "\n");
        feature.forEach((name, run) -> {
            failures(run, stock).forEach(test -> lines.add("failed on " + name + " only: " + line(run, test)));
            run.tests().keySet().stream()
                    .filter(test -> run.failed(test) && stock.failed(test))
                    .forEach(test -> lines.add("failed on " + name + " and stock: " + line(run, test)));
            run.tests().forEach((test, outcome) -> {
                if (outcome.status() == Status.SKIPPED) {
                    lines.add("skipped on " + name + ": " + line(run, test));
                }
            });
        });
        failedOnStockOnly().forEach(test -> lines.add("failed on stock only: " + line(stock, test)));
        stock.tests().keySet().stream()
                .filter(test ->
                        feature.values().stream().noneMatch(run -> run.tests().containsKey(test)))
                .forEach(test -> lines.add("run on stock only: " + test));
        return lines.toString();
    }

    private static String line(SurefireReports of, Test test) {
        return test + ": " + of.tests().get(test).message();
    }
}
