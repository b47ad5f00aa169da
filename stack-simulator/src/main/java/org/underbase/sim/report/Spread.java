package org.underbase.sim.report;

import java.util.ArrayList;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;
import java.util.Objects;
import java.util.TreeMap;
import java.util.function.ToDoubleFunction;
import java.util.stream.DoubleStream;
import org.underbase.operator.page.PageTable;

/** Tables of several runs: means with the least and the largest value. */
public final class Spread {
    private Spread() {}

    /** Row of a table, by its keys and the number of earlier rows with the same keys. */
    private record Key(List<Object> keys, int number) {}

    /** Returns the tables of all runs; those of a single run are unchanged. */
    public static List<PageTable> of(List<RunResult> runs) {
        if (runs.size() == 1) {
            return runs.get(0).tables();
        }
        Map<String, List<PageTable>> byId = new LinkedHashMap<>();
        for (RunResult run : runs) {
            for (PageTable table : run.tables()) {
                // A text does not have a mean.
                boolean isText = table.columns().size() == 1;
                String title = table.title() + ", " + run.name();
                PageTable shown = isText ? table.named(table.id() + "-" + (1 + runs.indexOf(run)), title) : table;
                byId.computeIfAbsent(shown.id(), id -> new ArrayList<>()).add(shown);
            }
        }
        List<PageTable> all = new ArrayList<>();
        byId.values().forEach(tables -> all.add(merge(tables)));
        return all.stream()
                .flatMap(table -> Representative.add(table, byId.get(table.id())).stream())
                .toList();
    }

    private static PageTable merge(List<PageTable> tables) {
        PageTable first = tables.get(0);
        Map<Key, List<List<Object>>> byKey = new LinkedHashMap<>();
        for (PageTable table : tables) {
            Map<List<Object>, Integer> seen = new LinkedHashMap<>();
            for (List<Object> row : table.rows()) {
                List<Object> keys = row.subList(0, first.keys());
                Key key = new Key(keys, seen.merge(keys, 1, Integer::sum));
                byKey.computeIfAbsent(key, one -> new ArrayList<>()).add(row);
            }
        }
        List<List<Object>> means = new ArrayList<>();
        List<List<Object>> low = new ArrayList<>();
        List<List<Object>> high = new ArrayList<>();
        for (List<List<Object>> rows : byKey.values()) {
            means.add(cells(rows, values -> values.average().orElse(Double.NaN)));
            low.add(cells(rows, values -> values.min().orElse(Double.NaN)));
            high.add(cells(rows, values -> values.max().orElse(Double.NaN)));
        }
        String runs = "Means of " + tables.size() + " runs; error bars reach from the least to the largest value.";
        return first.with(means, low, high).captioned((first.caption() + " " + runs).strip());
    }

    private static List<Object> cells(List<List<Object>> rows, ToDoubleFunction<DoubleStream> value) {
        List<Object> cells = new ArrayList<>();
        for (int i = 0; i < rows.get(0).size(); i++) {
            int column = i;
            List<Object> values = rows.stream().map(row -> row.get(column)).toList();
            boolean numbers = values.stream().allMatch(Double.class::isInstance);
            cells.add(
                    numbers
                            ? (Object) value.applyAsDouble(values.stream()
                                    .mapToDouble(Double.class::cast)
                                    .filter(Double::isFinite))
                            : counted(values));
        }
        return cells;
    }

    /** Returns a text if all are equal, otherwise each with its number of runs. */
    private static String counted(List<Object> values) {
        Map<String, Integer> counts = new TreeMap<>();
        for (Object value : values) {
            String text = value instanceof Double number ? PageTable.number(number) : Objects.toString(value);
            counts.merge(text, 1, Integer::sum);
        }
        if (counts.size() == 1) {
            return counts.keySet().iterator().next();
        }
        List<String> texts = new ArrayList<>();
        counts.forEach((text, count) -> texts.add(text + (count == 1 ? "" : " (" + count + " runs)")));
        return String.join("; ", texts);
    }
}
