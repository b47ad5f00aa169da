package org.underbase.sim.cli;

import com.fasterxml.jackson.databind.node.ArrayNode;
import com.fasterxml.jackson.databind.node.ObjectNode;
import java.io.PrintWriter;
import java.io.StringWriter;
import java.util.ArrayList;
import java.util.Arrays;
import java.util.List;
import java.util.Locale;
import org.underbase.operator.output.TextTable;
import org.underbase.operator.page.Chart;
import org.underbase.operator.page.PageTable;
import org.underbase.sim.study.Metric;
import org.underbase.sim.study.Outcome;
import org.underbase.sim.study.Outcome.Difference;
import org.underbase.sim.whatif.Feature;
import org.underbase.sim.whatif.Goal;
import org.underbase.sim.whatif.Recommendation;

/** Tables and JSON of a comparison of alternatives. */
final class WhatIfStudy {
    private static final double MB = 1 << 20;
    private static final double PERCENT = 100;
    private static final String ERRORS =
            "Differences from the baseline with their errors: latencies over the slices of this trace, bytes 0.2%";

    private final List<Outcome> outcomes;
    private final List<Outcome> named;
    private final Outcome baseline;
    private final Goal goal;

    /**
     * Creates a comparison.
     *
     * @param outcomes outcomes, the baseline first
     * @param named number of alternatives that the user named; the other one is their combination
     * @param goal goal
     */
    WhatIfStudy(List<Outcome> outcomes, int named, Goal goal) {
        this.outcomes = outcomes;
        this.named = outcomes.subList(0, 1 + named);
        this.baseline = outcomes.get(0);
        this.goal = goal;
    }

    void print(PrintWriter out) {
        costs().print(out);
        out.println();
        loads().print(out);
        out.println();
        out.println(ERRORS);
        out.println();
        differences().print(out);
        out.println();
        out.println("The error of the simulated latencies against a cluster was measured for no feature.");
        out.println();
        recommend(out);
    }

    /** Returns the tables of the page. */
    List<PageTable> tables() {
        StringWriter recommended = new StringWriter();
        recommend(new PrintWriter(recommended));
        List<List<Object>> lines = new ArrayList<>();
        recommended.toString().lines().filter(text -> !text.isEmpty()).forEach(text -> lines.add(List.of(text)));
        return List.of(
                front(),
                PageTable.of("costs", "Hardware and cost", costs()),
                PageTable.of("loads", "Latencies and loads", loads()),
                PageTable.of("differences", "Differences from the baseline", differences())
                        .captioned(ERRORS),
                PageTable.of("recommendation", "What to do", List.of("recommendation"), 1, lines));
    }

    private PageTable front() {
        String latency = goal.metric().label();
        List<List<Object>> rows = new ArrayList<>();
        outcomes.forEach(outcome -> rows.add(List.of(name(outcome), outcome.capex(), outcome.value(goal.metric()))));
        return PageTable.of("front", "Price and latency", List.of("alternative", "capex, $", latency), 1, rows)
                .with(new Chart(Chart.Kind.POINTS, 1, 2, Chart.NONE, Chart.NONE, latency));
    }

    /** Returns the name; that of all alternatives together is long. */
    private String name(Outcome outcome) {
        return named.contains(outcome) ? outcome.alternative().name() : "all";
    }

    private TextTable costs() {
        TextTable table = new TextTable(
                        "alternative", "hardware", "capex, $", "opex, $/y", "opex without RAM", "flash, years")
                .leftAligned();
        for (Outcome outcome : outcomes) {
            table.row(
                    name(outcome),
                    outcome.alternative().hardware().toString(),
                    StudyReport.number(outcome.capex()),
                    StudyReport.number(outcome.opex(true)),
                    StudyReport.number(outcome.opex(false)),
                    StudyReport.number(outcome.flashYears()));
        }
        return table;
    }

    private TextTable loads() {
        TextTable table = new TextTable(heads("disks busy, %", "received, MB/min"));
        for (Outcome outcome : outcomes) {
            List<String> row = new ArrayList<>(List.of(name(outcome)));
            for (Metric metric : Metric.values()) {
                row.add(StudyReport.number(outcome.value(metric)));
            }
            row.add(StudyReport.number(outcome.busy() * PERCENT));
            row.add(StudyReport.number(outcome.received() / MB));
            table.row(row.toArray(new String[0]));
        }
        return table;
    }

    private static String[] heads(String... others) {
        List<String> heads = new ArrayList<>(List.of("alternative"));
        Arrays.stream(Metric.values()).map(Metric::label).forEach(heads::add);
        heads.addAll(List.of(others));
        return heads.toArray(new String[0]);
    }

    private TextTable differences() {
        TextTable table = new TextTable(heads());
        for (Outcome outcome : outcomes.subList(1, outcomes.size())) {
            List<String> row = new ArrayList<>(List.of(name(outcome)));
            for (Metric metric : Metric.values()) {
                row.add(text(outcome.difference(metric, baseline)));
            }
            table.row(row.toArray(new String[0]));
        }
        return table;
    }

    private static String text(Difference difference) {
        return difference.isMeasured()
                ? StudyReport.number(difference.value()) + " +- " + StudyReport.number(difference.error())
                : "no difference";
    }

    private void recommend(PrintWriter out) {
        List<Outcome> chosen = Recommendation.of(named, goal);
        if (chosen.isEmpty()) {
            out.printf(
                    Locale.ROOT,
                    "Recommendation: no alternative has a mean %s below %s.%n",
                    goal.metric().label(),
                    StudyReport.number(goal.millis()));
            return;
        }
        out.println("Recommendation, the cheapest first; omitted alternatives cost more without a measured gain:");
        for (Outcome outcome : chosen) {
            out.printf(
                    Locale.ROOT,
                    "%n%s: $%s, %s %s%n",
                    outcome.alternative().name(),
                    StudyReport.number(outcome.capex()),
                    StudyReport.number(outcome.value(goal.metric())),
                    goal.metric().label());
            if (outcome != baseline) {
                Feature.of(outcome.alternative().name()).forEach(feature -> print(out, feature));
            }
        }
    }

    private static void print(PrintWriter out, Feature feature) {
        out.println("  " + feature.condition());
        for (String key : feature.keys()) {
            String[] parts = key.split("=", 2);
            out.printf("  <property><name>%s</name><value>%s</value></property>%n", parts[0], parts[1]);
        }
    }

    void put(ObjectNode root) {
        ArrayNode alternatives = root.putArray("alternatives");
        for (Outcome outcome : outcomes) {
            ObjectNode one = alternatives.addObject();
            one.put("name", outcome.alternative().name());
            one.put("capex", outcome.capex());
            one.put("opex", StudyReport.finite(outcome.opex(true)));
            one.put("opexWithoutRam", StudyReport.finite(outcome.opex(false)));
            one.put("flashYears", StudyReport.finite(outcome.flashYears()));
            one.put("busy", outcome.busy());
            one.put("receivedBytesPerMinute", outcome.received());
            ObjectNode metrics = one.putObject("metrics");
            for (Metric metric : Metric.values()) {
                Difference difference = outcome.difference(metric, baseline);
                metrics.putObject(metric.id())
                        .put("value", StudyReport.finite(outcome.value(metric)))
                        .put("difference", difference.isMeasured() ? difference.value() : 0)
                        .put("error", StudyReport.finite(difference.error()))
                        .put("isMeasured", difference.isMeasured());
            }
        }
        ArrayNode recommended = root.putArray("recommended");
        for (Outcome outcome : Recommendation.of(named, goal)) {
            ObjectNode one =
                    recommended.addObject().put("name", outcome.alternative().name());
            ArrayNode keys = one.putArray("keys");
            if (outcome != baseline) {
                Feature.of(outcome.alternative().name())
                        .forEach(feature -> feature.keys().forEach(keys::add));
            }
        }
    }
}
