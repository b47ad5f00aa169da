package org.underbase.testbed.report;

import java.util.List;
import java.util.stream.Collectors;

/**
 * What a benchmark measured.
 *
 * @param series all quantities, in the order of the table
 * @param figures those of the last line, in its order
 * @param notes what a reader must know to judge the figures, a sentence each
 */
public record Report(String name, List<Series> series, List<Metric> figures, List<String> notes) {
    public Report {
        series = List.copyOf(series);
        figures = List.copyOf(figures);
        notes = List.copyOf(notes);
    }

    /** The machine-readable last line: {@code bench NAME: key=value ...}. */
    public String lastLine() {
        return figures.stream()
                .map(figure -> " " + figure.key() + "=" + figure.text())
                .collect(Collectors.joining("", "bench " + name + ":", ""));
    }
}
