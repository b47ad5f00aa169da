package org.underbase.analysis.report;

import java.util.ArrayList;
import java.util.List;
import java.util.Locale;
import org.underbase.analysis.figure.Figures;
import org.underbase.analysis.figure.Format;
import org.underbase.analysis.fit.MessagesOptions;
import org.underbase.analysis.fit.WorkloadFit;
import org.underbase.operator.output.PrintableText;
import org.underbase.operator.output.SizeText;

/** Text of a workload fit for a terminal: options of {@code workload messages}, families, and what a trace does not show. */
public final class FitTable {
    private FitTable() {}

    /** Formats the fit; each line ends with a line feed. */
    public static String render(Figures figures) {
        if (figures.find(WorkloadFit.class).isEmpty()) {
            return "Not available: it needs the figure fit, which --only excludes.\n";
        }
        if (figures.notAvailable("workloadFit").isPresent()) {
            return "Not available: " + figures.notAvailable("workloadFit").get() + ".\n";
        }
        WorkloadFit fit = figures.get(WorkloadFit.class);
        MessagesOptions options = new MessagesOptions(fit);
        List<String> lines = new ArrayList<>(List.of(options.command(), ""));
        for (MessagesOptions.Estimate estimate : options.estimates()) {
            lines.add(String.format(Locale.ROOT, "%-23s %8s  %s", estimate.name(), estimate.value(), estimate.basis()));
            lines.add(" ".repeat(34) + estimate.residual());
        }
        families(fit, lines);
        WorkloadFit.Log log = fit.log();
        lines.add("");
        lines.addAll(ResultTable.wrapped(String.format(
                Locale.ROOT,
                "Logs: %s in %s syncs, per sync %s in the median, %s at 90%%.",
                SizeText.of(log.bytes()),
                Format.count(log.syncs()),
                SizeText.of(log.perSync().p50()),
                SizeText.of(log.perSync().p90()))));
        fit.byRegion()
                .ifPresent(law -> lines.addAll(ResultTable.wrapped(String.format(
                        Locale.ROOT,
                        "Reads by region: Zipf exponent %.2f, deviation of ln(reads) %.2f.",
                        law.exponent(),
                        law.residual()))));
        lines.add("The trace does not show:");
        options.unknown().forEach(text -> lines.addAll(ResultTable.wrapped("- " + PrintableText.of(text) + ".")));
        return String.join("\n", lines) + "\n";
    }

    private static void families(WorkloadFit fit, List<String> lines) {
        lines.add("");
        lines.add(String.format(
                Locale.ROOT, "%-34s %8s %8s %11s %11s", "FAMILY", "reads", "flushed", "read p50", "flush p50"));
        for (WorkloadFit.Family family : fit.families()) {
            lines.add(String.format(
                    Locale.ROOT,
                    "%-34s %8s %8s %11s %11s",
                    PrintableText.of(family.label()),
                    share(family.reads(), fit.reads()),
                    share(family.flushed(), fit.flushedBytes()),
                    size(family.readSizes()),
                    size(family.flushSizes())));
        }
    }

    private static String share(long part, long all) {
        return all == 0 ? "-" : Format.percent(100.0 * part / all);
    }

    private static String size(WorkloadFit.Quantiles sizes) {
        return sizes.count() == 0 ? "-" : SizeText.of(sizes.p50());
    }
}
