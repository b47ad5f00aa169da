package org.underbase.analysis.figure;

import java.util.Map;
import java.util.TreeMap;
import java.util.function.Predicate;
import org.underbase.analysis.cdf.Cdf;
import org.underbase.operator.page.CsvText;

/** Tables of the figures in CSV, one row per point: {@code series,x,x_unit,y,y_unit}. */
public final class CsvTables {
    private static final String HEADER = "series,x,x_unit,y,y_unit\n";

    private final Map<String, StringBuilder> tables = new TreeMap<>();
    private final Predicate<String> available;

    /**
     * @param available whether a part of the results is available, by the ID of its chart or the path of its value in the JSON
     */
    CsvTables(Predicate<String> available) {
        this.available = available;
    }

    /**
     * Starts a table or continues it. The table does not exist if its part of the results is not available.
     *
     * @param name name of the table
     * @param part ID of a chart, or path of a value in the JSON output
     * @param xUnit unit of the horizontal axis
     * @param yUnit unit of the numbers
     */
    public Table table(String name, String part, String xUnit, String yUnit) {
        if (!available.test(part)) {
            return (series, x, y) -> {};
        }
        StringBuilder text = tables.computeIfAbsent(name, key -> new StringBuilder(HEADER));
        return (series, x, y) -> text.append(CsvText.quoted(series))
                .append(',')
                .append(CsvText.quoted(x))
                .append(',')
                .append(xUnit)
                .append(',')
                .append(y)
                .append(',')
                .append(yUnit)
                .append('\n');
    }

    /** A table to which rows are added. */
    @FunctionalInterface
    public interface Table {
        /**
         * Adds a row.
         *
         * @param series name of the line or bar
         * @param x category or number on the horizontal axis
         * @param y number, as text
         */
        void row(String series, String x, String y);

        /** Adds a row with an integer. */
        default void row(String series, String x, long y) {
            row(series, x, Long.toString(y));
        }

        /** Adds a row with a fraction. */
        default void row(String series, String x, double y) {
            row(series, x, Double.toString(y));
        }

        /** Adds the points of a distribution. */
        default void cdf(String series, Cdf cdf) {
            cdf.points().forEach(point -> row(series, Long.toString(point.value()), point.share()));
        }
    }

    /** Returns the text of each table by its name. */
    public Map<String, String> texts() {
        Map<String, String> texts = new TreeMap<>();
        tables.forEach((name, text) -> texts.put(name, text.toString()));
        return texts;
    }
}
