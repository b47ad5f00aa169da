package org.underbase.operator.output;

import java.io.PrintWriter;
import java.util.ArrayList;
import java.util.List;

/**
 * Table with columns as wide as their cells: the first column is left-aligned, the others are right-aligned unless
 * {@link #leftAligned} changes that. Not thread-safe.
 */
public final class TextTable {
    private static final String GAP = "  ";

    private final List<List<String>> rows = new ArrayList<>();
    private boolean allLeft;

    /** @param heads the columns' heads */
    public TextTable(String... heads) {
        rows.add(List.of(heads));
    }

    /** Aligns all columns to the left, for tables of text. */
    public TextTable leftAligned() {
        allLeft = true;
        return this;
    }

    /**
     * Adds a row.
     *
     * @param cells one cell per column
     * @return this table
     * @throws IllegalArgumentException if the number of cells differs from the number of columns
     */
    public TextTable row(String... cells) {
        if (cells.length != rows.get(0).size()) {
            throw new IllegalArgumentException("the row has " + cells.length + " cells, the table "
                    + rows.get(0).size() + " columns");
        }
        rows.add(List.of(cells));
        return this;
    }

    /** Returns the heads of the columns. */
    public List<String> heads() {
        return rows.get(0);
    }

    /** Returns the cells of each row. */
    public List<List<String>> rows() {
        return rows.subList(1, rows.size());
    }

    /** Formats the table for a terminal: one line per row, each ended by a line feed. */
    @Override
    public String toString() {
        int[] widths = new int[rows.get(0).size()];
        for (List<String> row : rows) {
            for (int i = 0; i < widths.length; i++) {
                widths[i] = Math.max(widths[i], row.get(i).length());
            }
        }
        StringBuilder text = new StringBuilder();
        for (List<String> row : rows) {
            StringBuilder line = new StringBuilder();
            for (int i = 0; i < widths.length; i++) {
                String padding = " ".repeat(widths[i] - row.get(i).length());
                line.append(i == 0 ? "" : GAP);
                line.append(i == 0 || allLeft ? row.get(i) + padding : padding + row.get(i));
            }
            text.append(line.toString().stripTrailing()).append('\n');
        }
        return text.toString();
    }

    /** Formats the table as Markdown, with the same alignment. */
    public String markdown() {
        StringBuilder text = new StringBuilder();
        for (int i = 0; i < rows.size(); i++) {
            text.append("| ").append(String.join(" | ", rows.get(i))).append(" |\n");
            if (i == 0) {
                String others = allLeft ? "| --- " : "| ---: ";
                text.append("| --- ")
                        .append(others.repeat(rows.get(0).size() - 1))
                        .append("|\n");
            }
        }
        return text.toString();
    }

    /**
     * Prints the table.
     *
     * @param out where to print
     */
    public void print(PrintWriter out) {
        out.print(this);
        out.flush();
    }
}
