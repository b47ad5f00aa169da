package org.underbase.sim.cli;

import com.fasterxml.jackson.databind.node.ArrayNode;
import com.fasterxml.jackson.databind.node.ObjectNode;
import java.io.PrintWriter;
import java.io.StringWriter;
import java.util.ArrayList;
import java.util.LinkedHashSet;
import java.util.List;
import java.util.Locale;
import java.util.Set;
import java.util.stream.Collectors;
import org.underbase.operator.page.Chart;
import org.underbase.operator.page.PageTable;
import org.underbase.sim.study.Alternative;
import org.underbase.sim.study.Metric;
import org.underbase.sim.study.Outcome;
import org.underbase.sim.whatif.Change;
import org.underbase.sim.whatif.Difference;
import org.underbase.sim.whatif.Feature;
import org.underbase.sim.whatif.Goal;
import org.underbase.sim.whatif.MeasuredErrors;
import org.underbase.sim.whatif.Recommendation;

/** Output of a comparison of alternatives. */
final class WhatIfStudy {
    private final List<Outcome> outcomes;
    private final List<Outcome> named;
    private final Outcome baseline;
    private final Goal goal;
    private final WhatIfTables tables;

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
        this.tables =
                new WhatIfTables(outcomes, outcomes.stream().map(this::name).toList());
    }

    void print(PrintWriter out) {
        tables.print(out);
        out.println();
        recommend(out);
    }

    /** Returns the tables of the page. */
    List<PageTable> tables() {
        StringWriter recommended = new StringWriter();
        recommend(new PrintWriter(recommended));
        List<List<Object>> lines = new ArrayList<>();
        recommended.toString().lines().filter(text -> !text.isEmpty()).forEach(text -> lines.add(List.of(text)));
        List<PageTable> all = new ArrayList<>(List.of(front()));
        all.addAll(tables.pages());
        all.add(PageTable.of("recommendation", "What to do", List.of("recommendation"), 1, lines));
        return all;
    }

    private PageTable front() {
        String latency = goal.metric().id() + ", ms";
        List<List<Object>> rows = new ArrayList<>();
        outcomes.forEach(outcome -> rows.add(List.of(name(outcome), outcome.capex(), outcome.value(goal.metric()))));
        return PageTable.of("front", "Price and latency", List.of("alternative", "capex, $", latency), 1, rows)
                .with(new Chart(Chart.Kind.POINTS, 1, 2, Chart.NONE, Chart.NONE, latency));
    }

    /** Returns the name; that of all alternatives together is long. */
    private String name(Outcome outcome) {
        return named.contains(outcome) ? outcome.alternative().name() : "all";
    }

    private void recommend(PrintWriter out) {
        String latency = goal.metric().id();
        List<Outcome> chosen = Recommendation.of(named, goal);
        if (chosen.isEmpty()) {
            String reason = Double.isFinite(baseline.value(goal.metric()))
                    ? "no alternative has one below " + StudyReport.number(goal.millis())
                            + " ms that differs from the baseline's by more than its error"
                    : "the baseline has no such requests; give a --goal of another latency";
            out.printf("Recommendation by %s: none, because %s.%n", latency, reason);
            return;
        }
        out.println("Recommendation, the cheapest first; omitted alternatives cost more without a measured gain:");
        Set<Change> changes = new LinkedHashSet<>();
        for (Outcome outcome : chosen) {
            Alternative alternative = outcome.alternative();
            out.printf(
                    Locale.ROOT,
                    "%n%s: $%s, %s %s ms%n",
                    alternative.name(),
                    StudyReport.number(outcome.capex()),
                    latency,
                    StudyReport.number(outcome.value(goal.metric())));
            keys(outcome).forEach(key -> print(out, key.split("=", 2)));
            changes.addAll(changes(outcome));
        }
        note(out, changes);
    }

    private List<Change> changes(Outcome outcome) {
        return outcome == baseline ? List.of() : Change.of(outcome.alternative().name());
    }

    /** Returns the settings that turn the features of an alternative on. */
    private Set<String> keys(Outcome outcome) {
        return changes(outcome).stream()
                .flatMap(change -> change.keys(outcome.alternative()).stream())
                .collect(Collectors.toCollection(LinkedHashSet::new));
    }

    private static void print(PrintWriter out, String... key) {
        out.printf("  <property><name>%s</name><value>%s</value></property>%n", key[0], key[1]);
    }

    /** Prints each condition once. */
    private void note(PrintWriter out, Set<Change> changes) {
        out.println();
        Set<Feature> features =
                changes.stream().map(Change::feature).collect(Collectors.toCollection(LinkedHashSet::new));
        features.forEach(feature -> out.println(feature.id() + ": " + feature.condition()));
        Set<String> unmeasured = new LinkedHashSet<>(MeasuredErrors.missing(
                List.copyOf(changes), goal.metric(), baseline.alternative().hasExt4()));
        if (!unmeasured.isEmpty()) {
            out.printf(
                    "The error of the %s against a cluster was never measured with %s.%n",
                    goal.metric().id(), String.join(", ", unmeasured));
        }
    }

    void put(ObjectNode root) {
        root.put("measuredErrors", MeasuredErrors.source());
        ArrayNode alternatives = root.putArray("alternatives");
        for (Outcome outcome : outcomes) {
            ObjectNode one = alternatives.addObject();
            one.put("name", outcome.alternative().name());
            one.put("capex", outcome.capex());
            one.put("opex", StudyReport.finite(outcome.opex(true)));
            one.put("opexWithoutRam", StudyReport.finite(outcome.opex(false)));
            one.put("flashYears", StudyReport.finite(outcome.flashYears()));
            one.put("busy", StudyReport.finite(outcome.busy()));
            ObjectNode metrics = one.putObject("metrics");
            for (Metric metric : Metric.values()) {
                put(metrics.putObject(metric.id()), outcome.value(metric), Difference.of(metric, outcome, baseline));
            }
            OutcomeDetails.put(one, outcome);
        }
        ArrayNode recommended = root.putArray("recommended");
        for (Outcome outcome : Recommendation.of(named, goal)) {
            ObjectNode one =
                    recommended.addObject().put("name", outcome.alternative().name());
            ArrayNode keys = one.putArray("keys");
            keys(outcome).forEach(keys::add);
        }
    }

    private static void put(ObjectNode node, double value, Difference difference) {
        node.put("value", StudyReport.finite(value))
                .put("difference", StudyReport.finite(difference.value()))
                .put("samplingError", StudyReport.finite(difference.sampling()))
                .put(
                        "measuredError",
                        difference.unmeasured().isEmpty() ? StudyReport.finite(difference.measured()) : null)
                .put("isSignificant", difference.isSignificant());
        difference.unmeasured().forEach(node.putArray("neverMeasured")::add);
    }
}
