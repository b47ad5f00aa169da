package org.underbase.analysis.compare;

import java.util.List;
import java.util.function.Function;
import org.underbase.operator.output.PrintableText;
import org.underbase.operator.output.TextTable;

/** Output of a comparison for a terminal and for a page. */
public final class ComparisonTable {
    /** Columns of the table. */
    public static final List<String> HEADS = List.of("number", "A", "B", "difference", "95% interval", "B is");

    private static final List<Function<Row, String>> CELLS = List.of(
            Row::name,
            row -> row.text(row.a()),
            row -> row.text(row.b()),
            Row::differenceText,
            Row::intervalText,
            Row::verdictText);

    private ComparisonTable() {}

    /** Returns the cells of each number, in the order of {@link #HEADS}. */
    public static List<List<String>> cells(Comparison comparison) {
        return comparison.rows().stream()
                .map(row -> CELLS.stream().map(cell -> cell.apply(row)).toList())
                .toList();
    }

    /** Returns the sentence about the errors of the verdicts. */
    public static String caution(Comparison comparison) {
        long intervals = comparison.rows().stream()
                .filter(row -> row.interval().isPresent())
                .count();
        return intervals == 0
                ? "No number has an interval, so that none of the differences is known to exceed the usual variation."
                : "Of " + intervals
                        + " numbers with an interval, about one in 20 differs by chance if the systems are equal."
                        + " The intervals cover the variation between regions, servers and hours, not that between runs.";
    }

    /** Formats a comparison as plain text; each line ends with a line feed. */
    public static String text(Comparison comparison) {
        StringBuilder text = new StringBuilder();
        text.append("A: ").append(comparison.sides().get(0).name()).append('\n');
        text.append("B: ").append(comparison.sides().get(1).name()).append('\n');
        comparison.notes().forEach(note -> text.append("note: ")
                .append(PrintableText.of(note))
                .append('\n'));
        TextTable table = new TextTable(HEADS.toArray(String[]::new));
        cells(comparison).forEach(cells -> table.row(cells.toArray(String[]::new)));
        return text.append('\n')
                .append(table)
                .append('\n')
                .append(caution(comparison))
                .append('\n')
                .toString();
    }
}
