package org.underbase.sim.report;

import static java.util.Map.entry;

import java.util.ArrayList;
import java.util.Arrays;
import java.util.List;
import java.util.Map;
import org.underbase.operator.output.CheckPoint;
import org.underbase.operator.output.CheckPoint.Kind;
import org.underbase.operator.page.CheckPointTable;
import org.underbase.operator.page.PageTable;

/** Comparison of the first machine with the median of all machines, as in Table 1 of FAST '14. */
final class Representative {
    /** ID of the table of all statistics. */
    static final String ID = "T1";

    /** Fewest machines with a median that is not the mean of two. */
    private static final int FEWEST = 3;

    private static final double AIM = 10;
    private static final double PERCENT = 100;
    private static final int QUANTITY = 1;
    private static final int PAPER = 3;

    /** Statistics of Table 1, with the changes in its column "sample median". */
    private static final Map<String, Double> CHANGES = Map.ofEntries(
            entry("file-system reads, MB/min", -4.2),
            entry("file-system writes, MB/min", -0.1),
            entry("bytes received, MB/min", -2.8),
            entry("RAM reads, MB/min", -6.2),
            entry("RAM writes, MB/min", -2.4),
            entry("disk reads, MB/min", -2.4),
            entry("disk writes, MB/min", -0.1),
            entry("disk requests, K/min", -0.1),
            entry("user requests, K/min", -4.3),
            entry("log requests, K/min", -1.0),
            entry("flush requests, K/min", -1.3),
            entry("compaction requests, K/min", -0.1),
            entry("queue time, all, ms", -1.8),
            entry("queue time, user, ms", 1.7),
            entry("queue time, log, ms", -6.0),
            entry("queue time, flush, ms", -1.0),
            entry("queue time, compaction, ms", -6.4),
            entry("execution time, all, ms", -1.4),
            entry("execution time, user, ms", -1.2),
            entry("execution time, log, ms", 0.0),
            entry("execution time, flush, ms", -0.8),
            entry("execution time, compaction, ms", -0.3));

    private Representative() {}

    /**
     * Adds a table of the statistics of Table 1 with their medians, and a row with their largest change.
     *
     * @param merged table of all runs
     * @param tables table of each run
     * @return the table and those added; the table only, if it does not have the statistics, or of too few machines
     */
    static List<PageTable> add(PageTable merged, List<PageTable> tables) {
        boolean synthetic = merged.id().equals(CheckPointTable.ID);
        if (tables.size() < FEWEST || !(synthetic || merged.id().equals(StudyTables.QUANTITIES))) {
            return List.of(merged);
        }
        int column = synthetic ? CheckPointTable.VALUE : StudyTables.QUANTITY;
        List<List<Object>> statistics = new ArrayList<>();
        double largest = 0;
        for (List<Object> row : tables.get(0).rows()) {
            Object quantity = row.get(QUANTITY);
            if (row.get(0).equals(ID) && CHANGES.containsKey(quantity)) {
                double first = (Double) row.get(column);
                double[] values = values(tables, row, column);
                double median = median(values);
                double change = (median / first - 1) * PERCENT;
                largest = Double.isFinite(change) ? Math.max(largest, Math.abs(change)) : largest;
                statistics.add(List.of(
                        quantity,
                        row.get(PAPER),
                        first,
                        median,
                        change,
                        CHANGES.get(quantity),
                        values.length == 0 ? Double.NaN : values[0],
                        values.length == 0 ? Double.NaN : values[values.length - 1]));
            }
        }
        return List.of(withLargest(merged, synthetic, tables.size(), largest), table(statistics, tables.size()));
    }

    private static PageTable table(List<List<Object>> statistics, int machines) {
        List<String> columns = List.of(
                "statistic",
                "FAST '14",
                "first run",
                "median",
                "change, %",
                "change in FAST '14, %",
                "least",
                "largest");
        return PageTable.of(
                        ID, ID + ": the first run and the median of " + machines + " machines", columns, 1, statistics)
                .captioned("The change is that from the first run to the median. Of a synthetic input, another seed is"
                        + " another machine; FAST '14 has nine.")
                .from(ID);
    }

    private static PageTable withLargest(PageTable merged, boolean synthetic, int machines, double largest) {
        CheckPoint point = new CheckPoint(
                ID, "largest change to the median of " + machines + " machines, %", Kind.CHECK, "6.4", largest, 0, AIM);
        List<Object> row = synthetic
                ? CheckPointTable.row(point)
                : List.of(point.where(), point.quantity(), point.value(), point.paper());
        return merged.with(plus(merged.rows(), row), plus(merged.low(), row), plus(merged.high(), row));
    }

    /** Returns the known values of a quantity, in ascending order. */
    private static double[] values(List<PageTable> tables, List<Object> row, int column) {
        return tables.stream()
                .flatMap(table -> table.rows().stream())
                .filter(other -> other.subList(0, 2).equals(row.subList(0, 2)))
                .mapToDouble(other -> (Double) other.get(column))
                .filter(Double::isFinite)
                .sorted()
                .toArray();
    }

    private static double median(double[] values) {
        return values.length == 0
                ? Double.NaN
                : Arrays.stream(values, (values.length - 1) / 2, values.length / 2 + 1)
                        .average()
                        .orElseThrow();
    }

    private static List<List<Object>> plus(List<List<Object>> rows, List<Object> row) {
        List<List<Object>> more = new ArrayList<>(rows);
        more.add(row);
        return more;
    }
}
