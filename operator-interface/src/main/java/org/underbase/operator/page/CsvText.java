package org.underbase.operator.page;

import org.underbase.operator.output.PrintableText;

/** Cells of CSV files. */
public final class CsvText {
    private CsvText() {}

    /** Returns a text as a cell: without control characters, in quotes if it needs them. */
    public static String quoted(String text) {
        String printable = PrintableText.of(text);
        return printable.matches("[^\",]*") ? printable : '"' + printable.replace("\"", "\"\"") + '"';
    }
}
