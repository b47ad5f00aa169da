package org.underbase.sim.cli;

import java.io.PrintWriter;
import java.util.ArrayList;
import java.util.Arrays;
import java.util.List;
import java.util.Locale;
import org.underbase.operator.output.TextTable;
import org.underbase.operator.page.PageTable;
import org.underbase.sim.cost.Prices;
import org.underbase.sim.study.Alternative.Switch;
import org.underbase.sim.study.Metric;
import org.underbase.sim.study.Outcome;
import org.underbase.sim.study.Waits;
import org.underbase.sim.whatif.Difference;
import org.underbase.sim.whatif.MeasuredErrors;

/** Tables of a comparison of alternatives. */
final class WhatIfTables {
    private static final double PERCENT = 100;
    private static final String ERRORS =
            "Each with the larger of the standard error over the slices of this trace (bytes: 0.2%)"
                    + " and the error measured on a cluster\n(" + MeasuredErrors.source()
                    + "); *: never measured for a feature of the alternative";
    private static final String PARTS =
            "Their percentiles, and the bytes of each activity, are in the output of --json and --out";
    private static final String ALTERNATIVE = "alternative";
    private static final String LATENCIES = "latencies";
    private static final String BYTES = "bytes";

    private final List<Outcome> outcomes;
    private final List<String> names;
    private final Outcome baseline;

    /**
     * Creates tables.
     *
     * @param outcomes outcomes, the baseline first
     * @param names their names
     */
    WhatIfTables(List<Outcome> outcomes, List<String> names) {
        this.outcomes = outcomes;
        this.names = names;
        this.baseline = outcomes.get(0);
    }

    void print(PrintWriter out) {
        for (Section section : sections()) {
            print(out, section);
            if (section.id().equals(LATENCIES)) {
                print(
                        out,
                        new Section(
                                "",
                                "Mean latencies in the queue and at the device, ms",
                                PARTS,
                                details().means()));
            }
        }
    }

    private static void print(PrintWriter out, Section section) {
        out.println(section.title());
        section.caption().lines().forEach(out::println);
        out.println();
        section.table().print(out);
        out.println();
    }

    /** Returns the tables of the page. */
    List<PageTable> pages() {
        List<PageTable> pages = new ArrayList<>();
        for (Section section : sections()) {
            pages.add(PageTable.of(section.id(), section.title(), section.table())
                    .captioned(section.caption().replace('\n', ' ')));
            if (section.id().equals(LATENCIES)) {
                pages.add(details().latencies());
            } else if (section.id().equals(BYTES)) {
                pages.add(details().bytes());
            }
        }
        return pages;
    }

    private OutcomeDetails details() {
        return new OutcomeDetails(outcomes, names, waits());
    }

    private record Section(String id, String title, String caption, TextTable table) {}

    private List<Section> sections() {
        List<Outcome> others = outcomes.subList(1, outcomes.size());
        Cell values = (outcome, metric) -> StudyReport.number(outcome.value(metric));
        return List.of(
                new Section("costs", "Hardware and cost", prices(), costs()),
                new Section(LATENCIES, "Latencies of page requests", "", table(latencies(), outcomes, values, true)),
                new Section(
                        BYTES, "Bytes of the DataNode, MB/min", "", table(Metric.layers(), outcomes, values, false)),
                new Section(
                        "latency-differences",
                        "Differences of latencies from the baseline, ms",
                        ERRORS,
                        table(latencies(), others, this::difference, false)),
                new Section(
                        "byte-differences",
                        "Differences of bytes from the baseline, MB/min",
                        ERRORS,
                        table(Metric.layers(), others, this::difference, false)));
    }

    private String prices() {
        Prices prices = baseline.alternative().prices();
        return String.format(
                Locale.ROOT,
                "Prices, those of FAST '14 Table 3 where the hardware file has none: disk $%s, RAM $%s and flash $%s per GiB;"
                        + " replaced per year: %s%% of the disks, %s%% of the RAM",
                StudyReport.number(prices.disk()),
                StudyReport.number(prices.ramGigabyte()),
                StudyReport.number(prices.flashGigabyte()),
                StudyReport.number(prices.diskFailures() * PERCENT),
                StudyReport.number(prices.ramFailures() * PERCENT));
    }

    private TextTable costs() {
        TextTable table = new TextTable(
                        ALTERNATIVE, "hardware", "capex, $", "opex, $/y", "opex without RAM", "flash, years")
                .leftAligned();
        for (Outcome outcome : outcomes) {
            table.row(
                    name(outcome),
                    outcome.alternative().description(),
                    StudyReport.number(outcome.capex()),
                    StudyReport.number(outcome.opex(true)),
                    StudyReport.number(outcome.opex(false)),
                    StudyReport.number(outcome.flashYears()));
        }
        return table;
    }

    private String name(Outcome outcome) {
        return names.get(outcomes.indexOf(outcome));
    }

    /** Returns the latencies; the foreground is that of user reads if no alternative waits for logs. */
    private List<Metric> latencies() {
        List<Waits> waits = waits();
        return Metric.latencies().stream()
                .filter(metric -> waits.contains(metric.waits()))
                .toList();
    }

    private List<Waits> waits() {
        boolean syncs =
                outcomes.stream().anyMatch(outcome -> outcome.alternative().has(Switch.HSYNC));
        return Arrays.stream(Waits.values())
                .filter(waits -> syncs || waits != Waits.FOREGROUND)
                .toList();
    }

    @FunctionalInterface
    private interface Cell {
        String of(Outcome outcome, Metric metric);
    }

    private TextTable table(List<Metric> metrics, List<Outcome> rows, Cell cell, boolean busy) {
        List<String> heads = new ArrayList<>(List.of(ALTERNATIVE));
        metrics.forEach(metric -> heads.add(metric.label()));
        if (busy) {
            heads.add("disks busy, %");
        }
        TextTable table = new TextTable(heads.toArray(new String[0]));
        for (Outcome outcome : rows) {
            List<String> row = new ArrayList<>(List.of(name(outcome)));
            metrics.forEach(metric -> row.add(cell.of(outcome, metric)));
            if (busy) {
                row.add(StudyReport.number(outcome.busy() * PERCENT));
            }
            table.row(row.toArray(new String[0]));
        }
        return table;
    }

    private String difference(Outcome outcome, Metric metric) {
        Difference difference = Difference.of(metric, outcome, baseline);
        if (!Double.isFinite(difference.value())) {
            return "-";
        }
        return difference.isSignificant()
                ? StudyReport.number(difference.value()) + " +- " + StudyReport.number(difference.error())
                        + (difference.unmeasured().isEmpty() ? "" : "*")
                : "no difference";
    }
}
