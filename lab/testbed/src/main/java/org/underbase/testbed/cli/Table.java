package org.underbase.testbed.cli;

import java.util.ArrayList;
import java.util.List;

/** Columns of text. Not thread-safe. */
public final class Table {
    private final List<List<String>> rows = new ArrayList<>();

    /** @param heads of the columns */
    public Table(String... heads) {
        rows.add(List.of(heads));
    }

    /** @param cells one for each column */
    public void row(String... cells) {
        if (cells.length != rows.get(0).size()) {
            throw new IllegalArgumentException(
                    cells.length + " cells for " + rows.get(0).size() + " columns");
        }
        rows.add(List.of(cells));
    }

    /** One line per row, each ended by a line feed. */
    @Override
    public String toString() {
        StringBuilder result = new StringBuilder();
        for (List<String> row : rows) {
            StringBuilder line = new StringBuilder();
            for (int i = 0; i < row.size(); i++) {
                line.append(row.get(i)).append(" ".repeat(width(i) - row.get(i).length() + 2));
            }
            result.append(line.toString().stripTrailing()).append('\n');
        }
        return result.toString();
    }

    private int width(int column) {
        return rows.stream().mapToInt(row -> row.get(column).length()).max().orElse(0);
    }
}
