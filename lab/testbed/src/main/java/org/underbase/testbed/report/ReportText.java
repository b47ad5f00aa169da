package org.underbase.testbed.report;

import java.util.function.Function;
import java.util.stream.Collectors;

/** A report as text for a terminal or as Markdown for {@code docs/evidence}. */
public final class ReportText {
    private ReportText() {}

    /** Tables, raw runs, notes; ends with the machine-readable line. */
    public static String plain(Report report) {
        return medians(report).plain()
                + "\nraw runs, in order\n"
                + raw(report).plain()
                + "\n"
                + figures(report).plain()
                + (report.notes().isEmpty() ? "" : "\n")
                + lines(report, note -> "note: " + note + "\n")
                + "\n"
                + report.lastLine()
                + "\n";
    }

    /**
     * The evidence file.
     *
     * @param command what was typed
     * @param setting when and on what it ran
     */
    public static String markdown(Report report, String command, Setting setting) {
        return "# bench " + report.name() + "\n\n"
                + "```\n" + command + "\n```\n\n"
                + setting.markdown()
                + "\n## Medians\n\n"
                + medians(report).markdown()
                + "\n## Figures and targets\n\n"
                + figures(report).markdown()
                + "\n```\n" + report.lastLine() + "\n```\n"
                + (report.notes().isEmpty() ? "" : "\n## Notes\n\n")
                + lines(report, note -> "- " + note + "\n")
                + "\n## Raw runs, in order\n\n"
                + raw(report).markdown();
    }

    private static String lines(Report report, Function<String, String> form) {
        return report.notes().stream().map(form).collect(Collectors.joining());
    }

    private static TextTable medians(Report report) {
        TextTable table = new TextTable()
                .row("measured", "unit", "n", "ours", "min..max", "stock", "min..max", "ours/stock", "min..max");
        for (Series series : report.series()) {
            if (series instanceof Series.Compared c) {
                table.row(
                        c.what(),
                        c.unit(),
                        Integer.toString(c.pairs().size()),
                        Numbers.table(c.ours().median()),
                        range(c.ours()),
                        Numbers.table(c.stock().median()),
                        range(c.stock()),
                        Numbers.fixed(c.ratio().median(), 4),
                        Numbers.fixed(c.ratio().min(), 3) + ".."
                                + Numbers.fixed(c.ratio().max(), 3));
            } else if (series instanceof Series.Measured m) {
                table.row(
                        m.what(),
                        m.unit(),
                        Integer.toString(m.runs().size()),
                        Numbers.table(m.stats().median()),
                        range(m.stats()),
                        "",
                        "",
                        "",
                        "");
            }
        }
        return table;
    }

    private static String range(Stats stats) {
        return Numbers.table(stats.min()) + ".." + Numbers.table(stats.max());
    }

    private static TextTable raw(Report report) {
        TextTable table = new TextTable().row("measured", "runs");
        for (Series series : report.series()) {
            String runs = series instanceof Series.Compared c
                    ? c.pairs().stream()
                            .map(p -> Numbers.table(p.ours()) + "/" + Numbers.table(p.stock()))
                            .collect(Collectors.joining(" "))
                    : ((Series.Measured) series)
                            .runs().stream().map(Numbers::table).collect(Collectors.joining(" "));
            table.row(series.what() + (series instanceof Series.Compared ? " (ours/stock)" : ""), runs);
        }
        return table;
    }

    private static TextTable figures(Report report) {
        TextTable table = new TextTable().row("figure", "value", "target", "");
        for (Metric figure : report.figures()) {
            table.row(figure.key(), figure.text(), figure.target().text(), figure.verdict());
        }
        return table;
    }
}
