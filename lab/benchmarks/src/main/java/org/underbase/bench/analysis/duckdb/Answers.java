package org.underbase.bench.analysis.duckdb;

import com.fasterxml.jackson.databind.JsonNode;
import java.io.IOException;
import java.util.ArrayList;
import java.util.List;
import org.underbase.bench.analysis.run.Work;

/** Comparison of the answers to the same question. */
final class Answers {
    private Answers() {}

    /**
     * Compares a result of the analysis with the rows of DuckDB.
     *
     * @return the number of equal values
     * @throws IOException if they differ
     */
    static int compare(Work work, JsonNode result, JsonNode rows) throws IOException {
        List<String> expected = expected(work, result);
        List<String> actual = new ArrayList<>();
        rows.forEach(row -> actual.add(actual(work, row)));
        // A line of figure 6 has some of the points only.
        boolean equal = work == Work.F6
                ? actual.containsAll(expected)
                : actual.stream()
                        .sorted()
                        .toList()
                        .equals(expected.stream().sorted().toList());
        if (!equal || expected.isEmpty()) {
            throw new IOException(work + " differs: Underbase " + expected + ", DuckDB " + actual);
        }
        return expected.size();
    }

    private static List<String> expected(Work work, JsonNode result) {
        List<String> values = new ArrayList<>();
        switch (work) {
            case F2 ->
                result.at("/layers/byActivity").forEach(of -> {
                    if (of.get("read").asLong() + of.get("written").asLong() > 0) {
                        values.add(line(of, "activity", "read", "written", "localWritten"));
                    }
                });
            case F6 ->
                result.at("/lifetimes/classes").forEach(of -> of.get("cdf")
                        .forEach(point -> values.add(of.get("class").asText() + " "
                                + point.get(0).asText() + " "
                                + point.get(1).asText())));
            case F7 ->
                result.at("/locality/all/lines/0/points").forEach(point -> {
                    if (point.has("withinNanos")) {
                        values.add(point.get("withinNanos").asLong() / 1_000_000_000L + " "
                                + point.get("hits").asText());
                    }
                });
            case ALL, SUMS -> throw new IllegalArgumentException("no query for " + work);
        }
        return values;
    }

    private static String actual(Work work, JsonNode row) {
        return switch (work) {
            case F2 -> line(row, "activity", "read", "written", "local_written");
            case F6 -> line(row, "class", "life_ns", "share");
            default -> line(row, "within_s", "hits");
        };
    }

    private static String line(JsonNode object, String... names) {
        List<String> values = new ArrayList<>();
        for (String name : names) {
            values.add(object.get(name).asText());
        }
        return String.join(" ", values);
    }
}
