package org.underbase.testbed.report;

import java.util.List;
import java.util.stream.Collectors;

/**
 * Result of a benchmark.
 *
 * @param name name of the benchmark
 * @param series all quantities, in the order of the table
 * @param metrics metrics of the last line, in order
 * @param published published values of measured quantities, in order
 * @param notes sentences that a reader needs to interpret the metrics
 */
public record Report(
        String name, List<Series> series, List<Metric> metrics, List<Published> published, List<String> notes) {
    /** Creates a report without published values. */
    public Report(String name, List<Series> series, List<Metric> metrics, List<String> notes) {
        this(name, series, metrics, List.of(), notes);
    }

    /** Copies the lists. */
    public Report {
        published = List.copyOf(published);
        series = List.copyOf(series);
        metrics = List.copyOf(metrics);
        notes = List.copyOf(notes);
    }

    /** Returns the machine-readable last line: {@code bench NAME: key=value ...}. */
    public String lastLine() {
        return metrics.stream()
                .map(metric -> " " + metric.key() + "=" + metric.text())
                .collect(Collectors.joining("", "bench " + name + ":", ""));
    }
}
