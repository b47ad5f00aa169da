package org.underbase.operator.page;

import java.util.List;
import java.util.Locale;
import java.util.Optional;
import org.underbase.operator.output.CheckPoint;
import org.underbase.operator.output.TextTable;

/**
 * Table of a page, with a chart of its numbers. The same values are printed and are written to a CSV file.
 *
 * @param id ID on the page and name of the CSV file
 * @param where figures of a paper that the table contains, separated by commas; empty if none
 * @param title heading
 * @param caption sentences below the heading
 * @param columns names and units of the columns
 * @param keys number of the first columns, which name a row
 * @param rows cells of each row, a {@link String} or a {@link Double}; {@link Double#NaN} is an unknown number
 * @param low least values of several runs, in the shape of the rows; empty for one run
 * @param high largest values of several runs; the rows have means
 * @param chart chart
 */
public record PageTable(
        String id,
        String where,
        String title,
        String caption,
        List<String> columns,
        int keys,
        List<List<Object>> rows,
        List<List<Object>> low,
        List<List<Object>> high,
        Optional<Chart> chart) {
    /** Below it, a number with two decimals has less than two digits. */
    private static final double SMALL = 0.1;

    /** Creates a table; infinite numbers become unknown ones. */
    public PageTable {
        rows = finite(rows);
        low = finite(low);
        high = finite(high);
    }

    private static List<List<Object>> finite(List<List<Object>> rows) {
        return rows.stream()
                .map(row -> row.stream()
                        .map(value -> value instanceof Double number && number.isInfinite() ? Double.NaN : value)
                        .toList())
                .toList();
    }

    /** Creates a table of one run without a chart. */
    public static PageTable of(String id, String title, List<String> columns, int keys, List<List<Object>> rows) {
        return new PageTable(id, "", title, "", columns, keys, rows, List.of(), List.of(), Optional.empty());
    }

    /** Copies the table with another ID and title. */
    public PageTable named(String otherId, String otherTitle) {
        return new PageTable(otherId, where, otherTitle, caption, columns, keys, rows, low, high, chart);
    }

    /** Copies the table with a caption. */
    public PageTable captioned(String text) {
        return new PageTable(id, where, title, text, columns, keys, rows, low, high, chart);
    }

    /** Copies the table with the figures of a paper that it contains. */
    public PageTable from(String figures) {
        return new PageTable(id, figures, title, caption, columns, keys, rows, low, high, chart);
    }

    /** Copies the table with a chart. */
    public PageTable with(Chart drawn) {
        return new PageTable(id, where, title, caption, columns, keys, rows, low, high, Optional.of(drawn));
    }

    /** Copies the table with other values. */
    public PageTable with(List<List<Object>> means, List<List<Object>> least, List<List<Object>> most) {
        return new PageTable(id, where, title, caption, columns, keys, means, least, most, chart);
    }

    /** Returns the table for a terminal. */
    public TextTable text() {
        TextTable table = new TextTable(columns.toArray(String[]::new));
        if (rows.stream()
                .anyMatch(row -> row.stream().filter(String.class::isInstance).count() > 1)) {
            table.leftAligned();
        }
        for (int i = 0; i < rows.size(); i++) {
            String[] cells = new String[columns.size()];
            for (int j = 0; j < cells.length; j++) {
                cells[j] = text(i, j);
            }
            table.row(cells);
        }
        return table;
    }

    private String text(int row, int column) {
        Object value = rows.get(row).get(column);
        if (!(value instanceof Double mean)) {
            return value.toString();
        }
        if (column < keys && mean == Math.rint(mean)) {
            return String.format(Locale.ROOT, "%.0f", mean);
        }
        if (low.isEmpty()
                || column < keys
                || low.get(row).get(column).equals(high.get(row).get(column))) {
            return number(mean);
        }
        return number(mean) + " (" + number((Double) low.get(row).get(column)) + " to "
                + number((Double) high.get(row).get(column)) + ")";
    }

    /** Returns a number with about three digits, or a dash if it is unknown. */
    public static String number(double value) {
        if (!Double.isFinite(value)) {
            return "-";
        }
        return value != 0 && Math.abs(value) < SMALL
                ? String.format(Locale.ROOT, "%.2g", value)
                : CheckPoint.number(value);
    }
}
