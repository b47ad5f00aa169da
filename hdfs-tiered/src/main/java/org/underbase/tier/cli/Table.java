package org.underbase.tier.cli;

import java.io.PrintWriter;
import java.util.ArrayList;
import java.util.List;

/** Columns as wide as what is in them; the first from the left, the others from the right. */
final class Table {
    private static final String GAP = "  ";

    private final List<List<String>> rows = new ArrayList<>();

    Table(String... heads) {
        rows.add(List.of(heads));
    }

    void add(String... cells) {
        if (cells.length != rows.get(0).size()) {
            throw new IllegalArgumentException("a row has " + cells.length + " cells, the table "
                    + rows.get(0).size());
        }
        rows.add(List.of(cells));
    }

    void print(PrintWriter out) {
        int columns = rows.get(0).size();
        int[] widths = new int[columns];
        for (List<String> row : rows) {
            for (int i = 0; i < columns; i++) {
                widths[i] = Math.max(widths[i], row.get(i).length());
            }
        }
        for (List<String> row : rows) {
            StringBuilder line = new StringBuilder();
            for (int i = 0; i < columns; i++) {
                String blanks = " ".repeat(widths[i] - row.get(i).length());
                line.append(i == 0 ? "" : GAP);
                line.append(i == 0 ? row.get(i) + blanks : blanks + row.get(i));
            }
            out.println(line.toString().stripTrailing());
        }
    }
}
