package org.underbase.operator.page;

import java.util.ArrayList;
import java.util.List;

/** CSV text of a table: with several runs, the least and the largest value follow each mean. Unknown numbers are empty. */
final class TableCsv {
    private TableCsv() {}

    static String of(PageTable table) {
        boolean spread = !table.low().isEmpty();
        List<String> heads = new ArrayList<>();
        for (int j = 0; j < table.columns().size(); j++) {
            String column = table.columns().get(j);
            heads.add(column);
            if (spread && j >= table.keys()) {
                heads.add(column + ", least");
                heads.add(column + ", largest");
            }
        }
        StringBuilder text = new StringBuilder();
        add(text, heads);
        for (int i = 0; i < table.rows().size(); i++) {
            List<Object> cells = new ArrayList<>();
            for (int j = 0; j < table.columns().size(); j++) {
                cells.add(table.rows().get(i).get(j));
                if (spread && j >= table.keys()) {
                    cells.add(table.low().get(i).get(j));
                    cells.add(table.high().get(i).get(j));
                }
            }
            add(text, cells);
        }
        return text.toString();
    }

    private static void add(StringBuilder text, List<?> cells) {
        text.append(String.join(",", cells.stream().map(TableCsv::cell).toList()))
                .append('\n');
    }

    private static String cell(Object value) {
        if (value instanceof Double number) {
            return Double.isNaN(number) ? "" : number.toString();
        }
        return CsvText.quoted(value.toString());
    }
}
