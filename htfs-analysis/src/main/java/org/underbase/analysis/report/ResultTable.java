package org.underbase.analysis.report;

import java.util.ArrayList;
import java.util.Comparator;
import java.util.List;
import java.util.Locale;
import java.util.Optional;
import java.util.OptionalDouble;
import org.underbase.analysis.AnalysisResult;
import org.underbase.analysis.figure.Format;
import org.underbase.analysis.layers.IoBytes;
import org.underbase.analysis.layers.Layers;
import org.underbase.analysis.paper.Paper;
import org.underbase.analysis.reconcile.DataNodeCounters;
import org.underbase.analysis.reconcile.ReconciliationReport;
import org.underbase.analysis.summary.SummaryFigure;
import org.underbase.analysis.summary.SummaryFigure.Summary;
import org.underbase.htfs.format.Activity;
import org.underbase.operator.output.PrintableText;
import org.underbase.operator.output.SizeText;

/**
 * Table of a result for a terminal: reads and writes by layer and by activity with the paper's values, then the
 * reconciliation with the DataNodes' counters. Plain text, at most {@value #WIDTH} columns.
 */
public final class ResultTable {
    /** Maximum width, in columns. */
    public static final int WIDTH = 100;

    private static final String NOT_AVAILABLE = "not available";
    private static final int MOST_CALLS = 20;

    private ResultTable() {}

    /**
     * Formats a result.
     *
     * @param result result of the analysis
     * @param counters increase of the DataNodes' counters over the time of the trace, if known
     * @return the table; each line ends with a line feed
     */
    public static String render(AnalysisResult result, Optional<DataNodeCounters> counters) {
        List<String> lines = new ArrayList<>();
        Summary summary = result.figures().get(Summary.class);
        result.figures()
                .find(Layers.class)
                .ifPresentOrElse(layers -> layers(lines, result, layers, counters), () -> calls(lines, summary));
        if (result.health().isSampled()) {
            wrap(lines, "Sampled: " + result.health().samplingText() + ".");
        }
        counters.ifPresent(measured -> reconciliation(lines, result.compare(measured)));
        return String.join("\n", lines) + "\n";
    }

    private static void layers(
            List<String> lines, AnalysisResult result, Layers layers, Optional<DataNodeCounters> counters) {
        row(lines, "BY LAYER", "read", "written", "R/W", "paper", "");
        rule(lines);
        layer(lines, result, "core", "HDFS without overheads", layers.core(), Paper.CORE_READ_PERCENT);
        layer(lines, result, "hdfs", "HDFS with logging and compaction", layers.hdfs(), Paper.HDFS_READ_PERCENT);
        layer(
                lines,
                result,
                "local",
                "local file systems, replicated (model)",
                layers.local(),
                Paper.LOCAL_READ_PERCENT);
        counters.ifPresent(measured -> layer(
                lines,
                "local file systems, DataNodes' counters",
                new IoBytes(measured.bytesRead(), measured.bytesWritten()),
                ""));
        result.simulated()
                .ifPresent(disks -> layer(
                        lines, "disks below the page cache (simulator)", disks.io(), ratio(Paper.DISK_READ_PERCENT)));
        lines.add("");
        row(lines, "BY ACTIVITY", "read", "written", "of writes", "per flush", "paper");
        rule(lines);
        if (result.figures().notAvailable("activities").isPresent()) {
            lines.add(NOT_AVAILABLE);
        } else {
            activities(lines, layers);
        }
        lines.add("");
        wrap(
                lines,
                "R/W: percentages of reads and writes. per flush: bytes written per byte flushed. paper: "
                        + Paper.SOURCE
                        + ", Figure 2 and section 4.1 (logs not compressed, flushes are; "
                        + Format.times(Paper.COMPRESSED_LOG_PER_FLUSH)
                        + " with compressed logs); percentages of writes: its short form in ;login:, June 2014.");
        PaperWorkload.warning(result.figures())
                .ifPresent(text -> wrap(lines, "Paper: " + PrintableText.of(text) + "."));
        List.of("layers.core", "layers.hdfs", "layers.local", "activities").stream()
                .flatMap(part -> result.figures().notAvailable(part).stream())
                .distinct()
                .forEach(reason -> wrap(lines, "Not available: " + reason + "."));
        if (result.figures().notAvailable("layers").isPresent()) {
            lines.add("");
            calls(lines, result.figures().get(Summary.class));
        }
        if (layers.assumedBytes() > 0
                && result.figures().notAvailable("layers.local").isEmpty()) {
            wrap(
                    lines,
                    "Assumed: dfs.replication = " + layers.defaultReplication() + " (-D), or RS-6-3-1024k, for "
                            + SizeText.of(layers.assumedBytes())
                            + " in files whose replication is not in the trace.");
        }
        IoBytes system = layers.systemTables();
        if (system.total() > 0 && result.figures().notAvailable("layers.core").isEmpty()) {
            wrap(
                    lines,
                    "The first layer " + layers.verbOfSystemTables() + " HBase's own tables: "
                            + SizeText.of(system.read()) + " read, " + SizeText.of(system.written()) + " flushed.");
        }
    }

    /** Adds the most frequent calls. */
    private static void calls(List<String> lines, Summary summary) {
        lines.add(String.format(Locale.ROOT, "%-38s %11s", "BY CALL", "calls"));
        rule(lines);
        summary.calls().stream()
                .sorted(Comparator.comparingLong(SummaryFigure.Calls::count).reversed())
                .limit(MOST_CALLS)
                .forEach(of -> lines.add(
                        String.format(Locale.ROOT, "%-38s %11s", of.call().label(), Format.count(of.count()))));
    }

    private static void activities(List<String> lines, Layers layers) {
        activity(
                lines,
                layers,
                Activity.LOGGING,
                "logging",
                layers.logPerFlush(),
                paper(Paper.LOG_WRITE_PERCENT, Paper.LOG_PER_FLUSH));
        activity(lines, layers, Activity.FLUSH, "flush", OptionalDouble.empty(), share(Paper.FLUSH_WRITE_PERCENT));
        activity(lines, layers, Activity.READ, "foreground read", OptionalDouble.empty(), "");
        activity(
                lines,
                layers,
                Activity.COMPACTION,
                "compaction",
                layers.compactionPerFlush(),
                paper(Paper.COMPACTION_WRITE_PERCENT, Paper.COMPACTION_PER_FLUSH));
        activity(lines, layers, Activity.OTHER, "other", OptionalDouble.empty(), "");
    }

    private static void activity(
            List<String> lines, Layers layers, Activity activity, String name, OptionalDouble factor, String paper) {
        Layers.ByActivity of = layers.of(activity);
        long written = layers.hdfs().written();
        row(
                lines,
                name,
                SizeText.of(of.read()),
                SizeText.of(of.written()),
                written == 0 ? "-" : Format.percent(100.0 * of.written() / written),
                factor.isPresent() ? Format.times(factor.getAsDouble()) : paper.contains("x") ? "no flush" : "",
                paper);
    }

    private static String paper(double percent, double perFlush) {
        return share(percent) + ", " + Format.times(perFlush);
    }

    private static String share(double percent) {
        return Format.roundPercent(percent);
    }

    private static void layer(
            List<String> lines, AnalysisResult result, String id, String name, IoBytes io, double paperPercent) {
        if (result.figures().notAvailable("layers." + id).isPresent()) {
            lines.add(String.format(Locale.ROOT, "%-38s %s", name, NOT_AVAILABLE));
        } else {
            layer(lines, name, io, ratio(paperPercent));
        }
    }

    private static void layer(List<String> lines, String name, IoBytes io, String paper) {
        String ratio = io.total() == 0 ? "-" : ratio(io.readPercent());
        row(lines, name, SizeText.of(io.read()), SizeText.of(io.written()), ratio, paper, "");
    }

    private static void reconciliation(List<String> lines, ReconciliationReport report) {
        lines.add("");
        lines.add(String.format(Locale.ROOT, "%-38s %19s %19s", "TRACE AND DATANODES (bytes)", "read", "written"));
        rule(lines);
        ReconciliationReport.Side reads = report.reads();
        ReconciliationReport.Side writes = report.writes();
        reconciliationRow(lines, "traced", Format.count(reads.traced()), Format.count(writes.traced()));
        reads.differences().forEach(d -> difference(lines, d, signed(d), ""));
        writes.differences().forEach(d -> difference(lines, d, "", signed(d)));
        reconciliationRow(lines, "expected", Format.count(reads.expected()), Format.count(writes.expected()));
        reconciliationRow(lines, "DataNodes counted", Format.count(reads.counted()), Format.count(writes.counted()));
        reconciliationRow(
                lines,
                "unexplained",
                Format.percent(reads.unexplainedPercent()),
                Format.percent(writes.unexplainedPercent()));
        reconciliationRow(
                lines,
                "verdict (tolerance 1%)",
                reads.verdict().label(),
                writes.verdict().label());
        if (reads.uncertaintyLow() + reads.uncertaintyHigh() > 0) {
            wrap(
                    lines,
                    "Uncertainty: transfers of " + SizeText.of(reads.uncertaintyLow() + reads.uncertaintyHigh())
                            + " were not read to their end; whether a DataNode counts them depends on socket buffers.");
        }
        report.notes().forEach(note -> wrap(lines, "Note: " + note));
    }

    private static void difference(
            List<String> lines, ReconciliationReport.Difference difference, String read, String written) {
        if (difference.bytes() != 0) {
            reconciliationRow(lines, "  " + difference.name(), read, written);
        }
    }

    private static String signed(ReconciliationReport.Difference difference) {
        return (difference.bytes() > 0 ? "+" : "") + Format.count(difference.bytes());
    }

    private static void reconciliationRow(List<String> lines, String name, String read, String written) {
        lines.add(String.format(Locale.ROOT, "%-38s %19s %19s", name, read, written)
                .stripTrailing());
    }

    private static void row(List<String> lines, String name, String a, String b, String c, String d, String e) {
        lines.add(String.format(Locale.ROOT, "%-38s %11s %11s %9s %9s %14s", name, a, b, c, d, e)
                .stripTrailing());
    }

    private static String ratio(double readPercent) {
        return Format.ratio(readPercent);
    }

    private static void rule(List<String> lines) {
        lines.add("-".repeat(97));
    }

    /** Wraps a text into lines of at most {@value #WIDTH} columns; no line if it is empty. */
    public static List<String> wrapped(String text) {
        List<String> lines = new ArrayList<>();
        if (!text.isEmpty()) {
            wrap(lines, text);
        }
        return lines;
    }

    private static void wrap(List<String> lines, String text) {
        StringBuilder line = new StringBuilder();
        for (String word : text.split(" ", -1)) {
            if (line.length() > 0 && line.length() + 1 + word.length() > WIDTH) {
                lines.add(line.toString());
                line.setLength(0);
            }
            line.append(line.length() == 0 ? "" : " ").append(word);
        }
        lines.add(line.toString());
    }
}
