package org.underbase.bench.soak;

import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;
import java.util.StringJoiner;
import java.util.TreeSet;
import org.underbase.bench.soak.SurefireReports.Ending;
import org.underbase.bench.soak.SurefireReports.Test;
import org.underbase.testbed.report.SoakResult;

/**
 * Hadoop's tests with our classes, in one setting or several, beside the same tests on stock: what fails with ours alone is
 * a fault of ours, what fails on stock as well is a fault of the test or of its surroundings.
 *
 * @param ours the runs with our classes by the name of the setting, in order
 * @param stock the run without them; it may have fewer classes
 */
record HadoopComparison(Map<String, SurefireReports> ours, SurefireReports stock) {
    private static final String STOCK = "stock";

    /** Passed when tests ran in each setting and none failed with ours alone; {@code more} is told after the table. */
    SoakResult result(String more) {
        Map<String, String> figures = new LinkedHashMap<>();
        figures.put("classes", Integer.toString(types(ours).size()));
        figures.put("tests", Long.toString(sum(run -> run.tests().size())));
        figures.put("passed", Long.toString(sum(run -> run.count(Ending.PASSED))));
        figures.put("skipped", Long.toString(sum(run -> run.count(Ending.SKIPPED))));
        long only = 0;
        for (Map.Entry<String, SurefireReports> run : ours.entrySet()) {
            int failed = failures(run.getValue(), stock).size();
            figures.put("failed_" + run.getKey() + "_only", Integer.toString(failed));
            only += failed;
        }
        figures.put("failed_stock_only", Integer.toString(failedOnStockOnly().size()));
        figures.put("failed_both", Long.toString(sum(run -> run.count(Ending.FAILED)) - only));
        boolean passed =
                only == 0 && ours.values().stream().noneMatch(run -> run.tests().isEmpty());
        return new SoakResult(passed, figures, table() + named() + more);
    }

    /** What is counted in each run with ours. */
    @FunctionalInterface
    private interface Count {
        long of(SurefireReports run);
    }

    private long sum(Count count) {
        return ours.values().stream().mapToLong(count::of).sum();
    }

    private static TreeSet<String> types(Map<String, SurefireReports> runs) {
        TreeSet<String> types = new TreeSet<>();
        runs.values().forEach(run -> types.addAll(run.types()));
        return types;
    }

    private static List<Test> failures(SurefireReports of, SurefireReports unlike) {
        return of.tests().keySet().stream()
                .filter(test -> of.failed(test) && !unlike.failed(test))
                .toList();
    }

    private List<Test> failedOnStockOnly() {
        return stock.tests().keySet().stream()
                .filter(test -> stock.failed(test) && ours.values().stream().noneMatch(run -> run.failed(test)))
                .toList();
    }

    private String table() {
        Map<String, SurefireReports> all = new LinkedHashMap<>(ours);
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
        return of.count(type, Ending.PASSED) + " / " + of.count(type, Ending.FAILED) + " / "
                + of.count(type, Ending.SKIPPED);
    }

    private String named() {
        StringJoiner lines = new StringJoiner("\n", "\n", "\n");
        ours.forEach((name, run) -> {
            failures(run, stock).forEach(test -> lines.add("failed on " + name + " only: " + told(run, test)));
            run.tests().keySet().stream()
                    .filter(test -> run.failed(test) && stock.failed(test))
                    .forEach(test -> lines.add("failed on " + name + " and on stock: " + told(run, test)));
            run.tests().forEach((test, outcome) -> {
                if (outcome.ending() == Ending.SKIPPED) {
                    lines.add("skipped on " + name + ": " + told(run, test));
                }
            });
        });
        failedOnStockOnly().forEach(test -> lines.add("failed on stock only: " + told(stock, test)));
        stock.tests().keySet().stream()
                .filter(test ->
                        ours.values().stream().noneMatch(run -> run.tests().containsKey(test)))
                .forEach(test -> lines.add("run on stock only: " + test));
        return lines.toString();
    }

    private static String told(SurefireReports of, Test test) {
        return test + ": " + of.tests().get(test).message();
    }
}
