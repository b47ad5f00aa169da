package org.underbase.sim.cli;

import java.io.PrintWriter;
import java.util.ArrayList;
import java.util.Arrays;
import java.util.List;
import java.util.Locale;
import java.util.function.Function;
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
                    + " and the error measured on a cluster\n(" + MeasuredErrors.source() + ")";
    private static final String PARTS =
            "Their percentiles, and the bytes of each activity, are in the output of --json and --out";
    private static final String LATENCIES = "latencies";
    private static final String BYTES = "bytes";
    private static final String ALTERNATIVE = "alternative";
    private static final String BUSY = "disks busy, %";
    private static final String SIGNIFICANT = "significant";

    private final List<Outcome> outcomes;
    private final List<String> names;
    private final Outcome baseline;
    private final List<Section> sections;

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
        this.sections = sections();
    }

    void print(PrintWriter out) {
        for (Section section : sections) {
            print(
                    out,
                    section.terminal().title(),
                    section.terminal().caption(),
                    section.terminal().text());
            if (section.terminal().id().equals(LATENCIES)) {
                String title = "Mean latencies in the queue and at the device, ms";
                print(out, title, PARTS, details().means());
            }
        }
    }

    private static void print(PrintWriter out, String title, String caption, TextTable table) {
        out.println(title);
        caption.lines().forEach(out::println);
        out.println();
        table.print(out);
        out.println();
    }

    /** Returns the tables of the page, whose numbers are not rounded. */
    List<PageTable> pages() {
        List<PageTable> pages = new ArrayList<>();
        for (Section section : sections) {
            pages.add(section.page());
            if (section.page().id().equals(LATENCIES)) {
                pages.add(details().latencies());
            } else if (section.page().id().equals(BYTES)) {
                pages.add(details().bytes());
            }
        }
        return pages;
    }

    private OutcomeDetails details() {
        return new OutcomeDetails(outcomes, names, waits());
    }

    /** Table for a terminal, and its numbers for the page. */
    private record Section(PageTable terminal, PageTable page) {}

    private List<Section> sections() {
        PageTable costs = table(
                        "costs",
                        "Hardware and cost",
                        List.of(
                                ALTERNATIVE,
                                "hardware",
                                "capex, $",
                                "opex, $/y",
                                "opex without RAM, $/y",
                                "flash, years"),
                        this::costs)
                .captioned(prices());
        return List.of(
                new Section(costs, costs),
                values(LATENCIES, "Latencies of page requests, ms", latencies()),
                values(BYTES, "Bytes of the DataNode, MiB/min", Metric.layers()),
                differences("latency-differences", "Differences of latencies from the baseline, ms", latencies()),
                differences("byte-differences", "Differences of bytes from the baseline, MiB/min", Metric.layers()));
    }

    private PageTable table(String id, String title, List<String> heads, Function<Outcome, List<?>> cells) {
        List<List<Object>> table = new ArrayList<>();
        for (Outcome outcome : outcomes) {
            List<Object> row = new ArrayList<>(List.of(name(outcome)));
            row.addAll(cells.apply(outcome));
            table.add(row);
        }
        return PageTable.of(id, title, heads, 1, table);
    }

    private Section values(String id, String title, List<Metric> metrics) {
        boolean busy = metrics.equals(latencies());
        List<String> shorter = new ArrayList<>(List.of(ALTERNATIVE));
        List<String> heads = new ArrayList<>(List.of(ALTERNATIVE));
        for (Metric metric : metrics) {
            shorter.add(metric.label());
            heads.add(metric.label() + ", " + metric.unit());
        }
        if (busy) {
            shorter.add(BUSY);
            heads.add(BUSY);
        }
        Function<Outcome, List<?>> cells = outcome -> {
            List<Double> row = new ArrayList<>();
            metrics.forEach(metric -> row.add(outcome.value(metric)));
            if (busy) {
                row.add(outcome.busy() * PERCENT);
            }
            return row;
        };
        return new Section(table(id, title, shorter, cells), table(id, title, heads, cells));
    }

    /** Returns the differences: one per cell for a terminal, one per row for the page. */
    private Section differences(String id, String title, List<Metric> metrics) {
        List<String> heads = new ArrayList<>(List.of(ALTERNATIVE));
        metrics.forEach(metric -> heads.add(metric.label()));
        List<List<Object>> texts = new ArrayList<>();
        List<List<Object>> rows = new ArrayList<>();
        for (Outcome outcome : outcomes.subList(1, outcomes.size())) {
            List<Object> row = new ArrayList<>(List.of(name(outcome)));
            for (Metric metric : metrics) {
                Difference difference = Difference.of(metric, outcome, baseline);
                row.add(text(difference));
                rows.add(List.of(
                        name(outcome),
                        metric.label(),
                        difference.value(),
                        difference.error(),
                        verdict(difference),
                        String.join(", ", difference.unmeasured())));
            }
            texts.add(row);
        }
        List<String> columns = List.of(
                ALTERNATIVE,
                "quantity",
                "difference, " + metrics.get(0).unit(),
                "error, " + metrics.get(0).unit(),
                "verdict",
                "error never measured for");
        return new Section(
                PageTable.of(id, title, heads, 1, texts)
                        .captioned(ERRORS + "; *: never measured for a feature of the alternative"),
                PageTable.of(id, title, columns, 2, rows).captioned(ERRORS));
    }

    private String prices() {
        Prices prices = baseline.alternative().prices();
        List<String> lines = new ArrayList<>();
        lines.add(
                "capex: purchase of the disks, RAM for the page cache and flash of a machine; opex: their replacement.");
        lines.add(String.format(
                Locale.ROOT,
                "Disk $%s, RAM $%s and flash $%s per GiB; replaced per year: %s%% of the disks, %s%% of the RAM.",
                StudyReport.number(prices.disk()),
                StudyReport.number(prices.ramGigabyte()),
                StudyReport.number(prices.flashGigabyte()),
                StudyReport.number(prices.diskFailures() * PERCENT),
                StudyReport.number(prices.ramFailures() * PERCENT)));
        lines.add("Without a key in the hardware file, a price is that of FAST '14, Table 3, of the year 2013.");
        if (outcomes.stream().anyMatch(this::hasOtherDisks)) {
            lines.add("*: other disks, at the price of the baseline's disks");
        }
        return String.join("\n", lines);
    }

    private boolean hasOtherDisks(Outcome outcome) {
        return outcome.alternative().hasOtherDisks(baseline.alternative());
    }

    private List<?> costs(Outcome outcome) {
        return List.of(
                outcome.alternative().description() + (hasOtherDisks(outcome) ? "*" : ""),
                outcome.capex(),
                outcome.opex(true),
                outcome.opex(false),
                outcome.flashYears());
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

    private static String verdict(Difference difference) {
        if (!Double.isFinite(difference.value()) || !Double.isFinite(difference.error())) {
            return "-";
        }
        return difference.isSignificant() ? SIGNIFICANT : "no difference";
    }

    private static String text(Difference difference) {
        String verdict = verdict(difference);
        return verdict.equals(SIGNIFICANT)
                ? StudyReport.number(difference.value()) + " +- " + StudyReport.number(difference.error())
                        + (difference.unmeasured().isEmpty() ? "" : "*")
                : verdict;
    }
}
