package org.underbase.testbed.report;

import java.util.function.Function;
import java.util.stream.Collectors;
import org.underbase.operator.output.TextTable;

/** Formats a report as text for a terminal or as Markdown for {@code docs/evidence}. */
public final class ReportText {
    private static final String RATIO = "underbase/stock";

    private ReportText() {}

    /**
     * Formats tables, raw runs and notes, followed by the machine-readable line.
     *
     * @param report the report
     */
    public static String plain(Report report) {
        return medians(report)
                + "\nraw runs, in order\n"
                + raw(report)
                + "\n"
                + metrics(report)
                + (report.published().isEmpty() ? "" : "\n" + published(report))
                + (report.notes().isEmpty() ? "" : "\n")
                + lines(report, note -> "note: " + note + "\n")
                + "\n"
                + report.lastLine()
                + "\n";
    }

    /**
     * Formats the evidence file.
     *
     * @param report the report
     * @param command the command line
     * @param setting date, versions and machine
     */
    public static String markdown(Report report, String command, Setting setting) {
        return "# bench " + report.name() + "\n\n"
                + "```\n" + command + "\n```\n\n"
                + setting.markdown()
                + "\n## Medians\n\n"
                + medians(report).markdown()
                + "\n## Metrics and targets\n\n"
                + metrics(report).markdown()
                + "\n```\n" + report.lastLine() + "\n```\n"
                + (report.published().isEmpty()
                        ? ""
                        : "\n## Published values\n\n" + published(report).markdown())
                + (report.notes().isEmpty() ? "" : "\n## Notes\n\n")
                + lines(report, note -> "- " + note + "\n")
                + "\n## Raw runs, in order\n\n"
                + raw(report).markdown();
    }

    private static String lines(Report report, Function<String, String> form) {
        return report.notes().stream().map(form).collect(Collectors.joining());
    }

    private static TextTable medians(Report report) {
        TextTable table =
                new TextTable("quantity", "unit", "n", "underbase", "min..max", "stock", "min..max", RATIO, "min..max");
        for (Series series : report.series()) {
            if (series instanceof Series.Compared c) {
                table.row(
                        c.name(),
                        c.unit(),
                        Integer.toString(c.pairs().size()),
                        Numbers.table(c.underbase().median()),
                        range(c.underbase()),
                        Numbers.table(c.stock().median()),
                        range(c.stock()),
                        Numbers.fixed(c.ratio().median(), 4),
                        Numbers.fixed(c.ratio().min(), 3) + ".."
                                + Numbers.fixed(c.ratio().max(), 3));
            } else if (series instanceof Series.Measured m) {
                table.row(
                        m.name(),
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
        TextTable table = new TextTable("quantity", "runs");
        for (Series series : report.series()) {
            String runs = series instanceof Series.Compared c
                    ? c.pairs().stream()
                            .map(p -> Numbers.table(p.underbase()) + "/" + Numbers.table(p.stock()))
                            .collect(Collectors.joining(" "))
                    : ((Series.Measured) series)
                            .runs().stream().map(Numbers::table).collect(Collectors.joining(" "));
            table.row(series.name() + (series instanceof Series.Compared ? " (" + RATIO + ")" : ""), runs);
        }
        return table;
    }

    /** Compares published values with medians; a quantity with a stock side is compared by its ratio. */
    private static TextTable published(Report report) {
        TextTable table = new TextTable("quantity", "n", "measured", "min..max", "published");
        for (Published entry : report.published()) {
            for (Series series : report.series()) {
                if (series.name().equals(entry.quantity())) {
                    Stats stats = series instanceof Series.Compared c ? c.ratio() : ((Series.Measured) series).stats();
                    table.row(
                            entry.quantity(),
                            Integer.toString(stats.count()),
                            Numbers.table(stats.median()),
                            range(stats),
                            entry.value());
                }
            }
        }
        return table;
    }

    private static TextTable metrics(Report report) {
        TextTable table = new TextTable("metric", "value", "target", "");
        for (Metric metric : report.metrics()) {
            table.row(metric.key(), metric.text(), metric.target().text(), metric.verdict());
        }
        return table;
    }
}
