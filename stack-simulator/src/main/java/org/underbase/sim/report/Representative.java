package org.underbase.sim.report;

import java.util.ArrayList;
import java.util.Arrays;
import java.util.List;
import org.underbase.operator.output.CheckPoint;
import org.underbase.operator.output.CheckPoint.Kind;
import org.underbase.operator.page.CheckPointTable;
import org.underbase.operator.page.PageTable;

/** Comparison of the first machine with the median of all machines, as in Table 1 of FAST '14. */
final class Representative {
    /** Fewest machines with a median that is not the mean of two. */
    private static final int FEWEST = 3;

    private static final double AIM = 10;
    private static final double PERCENT = 100;

    private Representative() {}

    /**
     * Adds the largest relative difference of the first machine from the median, over the rows of Table 1.
     *
     * @param merged table of all runs
     * @param tables table of each run
     */
    static PageTable add(PageTable merged, List<PageTable> tables) {
        boolean synthetic = merged.id().equals(CheckPointTable.ID);
        if (tables.size() < FEWEST || !(synthetic || merged.id().equals(StudyTables.QUANTITIES))) {
            return merged;
        }
        int column = synthetic ? CheckPointTable.VALUE : StudyTables.QUANTITY;
        double largest = 0;
        for (List<Object> row : tables.get(0).rows()) {
            if (row.get(0).equals("T1") && !row.get(1).toString().startsWith("largest change")) {
                double median = median(tables, row, column);
                double difference = Math.abs((Double) row.get(column) / median - 1) * PERCENT;
                largest = Double.isFinite(difference) ? Math.max(largest, difference) : largest;
            }
        }
        CheckPoint point = new CheckPoint(
                "T1",
                "largest difference from the median of " + tables.size() + " machines, %",
                Kind.CHECK,
                "6.4",
                largest,
                0,
                AIM);
        List<Object> row = synthetic
                ? CheckPointTable.row(point)
                : List.of(point.where(), point.quantity(), point.value(), point.paper());
        return merged.with(plus(merged.rows(), row), plus(merged.low(), row), plus(merged.high(), row));
    }

    private static double median(List<PageTable> tables, List<Object> row, int column) {
        double[] values = tables.stream()
                .flatMap(table -> table.rows().stream())
                .filter(other -> other.subList(0, 2).equals(row.subList(0, 2)))
                .mapToDouble(other -> (Double) other.get(column))
                .sorted()
                .toArray();
        return Arrays.stream(values, (values.length - 1) / 2, values.length / 2 + 1)
                .average()
                .orElse(Double.NaN);
    }

    private static List<List<Object>> plus(List<List<Object>> rows, List<Object> row) {
        List<List<Object>> more = new ArrayList<>(rows);
        more.add(row);
        return more;
    }
}
