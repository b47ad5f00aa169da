package org.underbase.sim.report;

import java.util.ArrayList;
import java.util.List;
import java.util.Locale;
import org.underbase.operator.page.Chart;
import org.underbase.operator.page.Chart.Kind;
import org.underbase.operator.page.PageTable;
import org.underbase.sim.study.Figure;

/** Tables and charts of figures. */
public final class FigureTables {
    private FigureTables() {}

    /** Returns a table per chart. */
    public static List<PageTable> of(List<Figure> figures) {
        List<PageTable> tables = new ArrayList<>();
        for (Figure figure : figures) {
            int columns = figure.columns().size();
            switch (figure.name()) {
                case "F11, F12" -> {
                    tables.add(part(figure, "F11", "hit rates of RAM and flash", 2, 6, Kind.BARS, "hit rate"));
                    tables.add(part(figure, "F12", "lifetime of flash", 6, columns, Kind.BARS, "years"));
                }
                case "F14" ->
                    tables.add(part(figure, "F14", figure.title(), 2, columns, Kind.ROWS, "foreground latency, ms"));
                case "Policies" -> {
                    int rates = columns / 2 + 1;
                    tables.add(part(figure, figure.name(), figure.title(), 1, rates, Kind.LINES, "hit rate"));
                    tables.add(part(figure, "Errors", "of hit rates by policy", rates, columns, Kind.LINES, "error"));
                }
                default ->
                    tables.add(part(figure, figure.name(), figure.title(), 1, columns, Kind.LINES, unit(figure)));
            }
        }
        return distinct(tables);
    }

    private static String unit(Figure figure) {
        return figure.columns().size() == 2
                ? figure.columns().get(1)
                : figure.title().split(",", 2)[0];
    }

    /** Returns the key columns of a figure, which are those before the first part, and some other columns. */
    private static PageTable part(Figure figure, String name, String title, int from, int to, Kind kind, String unit) {
        int keys = kind == Kind.LINES ? 1 : 2;
        List<String> columns = new ArrayList<>(figure.columns().subList(0, keys));
        columns.addAll(figure.columns().subList(from, to));
        List<List<Object>> rows = new ArrayList<>();
        for (List<Double> values : figure.rows()) {
            List<Object> row = new ArrayList<>(values.subList(0, keys));
            row.addAll(values.subList(from, to));
            rows.add(row);
        }
        return PageTable.of(name, name + ": " + title, columns, keys, rows)
                .from(name)
                .with(Chart.of(kind, keys, columns.size(), unit));
    }

    /** Adds the first column to the IDs of figures with several tables. */
    private static List<PageTable> distinct(List<PageTable> tables) {
        List<PageTable> distinct = new ArrayList<>();
        for (PageTable table : tables) {
            boolean single = tables.stream()
                            .filter(other -> other.id().equals(table.id()))
                            .count()
                    == 1;
            String first = table.columns().get(0).toLowerCase(Locale.ROOT).replaceAll("[^a-z]+", "-");
            distinct.add(
                    single
                            ? table
                            : table.named(
                                    table.id() + "-" + first,
                                    table.title() + " by " + table.columns().get(0)));
        }
        return distinct;
    }
}
