package org.underbase.analysis.fit;

import java.util.ArrayList;
import java.util.List;
import java.util.Locale;
import org.underbase.analysis.figure.Format;
import org.underbase.analysis.paper.Paper;
import org.underbase.operator.output.SizeText;

/** Options of {@code workload messages} that resemble a trace, with their residuals, and what a trace does not show. */
public final class MessagesOptions {
    private static final List<String> UNKNOWN = List.of(
            "the ratio of gets, puts and deletes (--mix) and their rate (--rate): the block cache serves gets without HDFS,"
                    + " and several mutations share a sync",
            "the number of users and messages (--users, --messages-per-user) and the sizes of messages (--chat-*, --mail-*)",
            "the memstore's overhead: the logged bytes of a flush are the cells alone",
            "the sizes of blocks before compression (--compression, --encoding, --block-size)",
            "the skew of gets: those that the block cache serves are the most frequent, so the exponent is a lower limit");

    private final WorkloadFit fit;

    public MessagesOptions(WorkloadFit fit) {
        this.fit = fit;
    }

    /**
     * Option of the workload.
     *
     * @param name name with its dashes
     * @param value value, as text
     * @param basis the quantity of the trace from which the value follows
     * @param residual quality of the value
     */
    public record Estimate(String name, String value, String basis, String residual) {}

    /** Returns the options whose values the trace shows. */
    public List<Estimate> estimates() {
        List<Estimate> estimates = new ArrayList<>();
        if (fit.regions() > 0) {
            estimates.add(new Estimate(
                    "--regions",
                    Integer.toString(fit.regions()),
                    "regions with reads, flushes or compactions",
                    "regions without I/O are missing"));
        }
        fit.byBlock()
                .ifPresent(law -> estimates.add(new Estimate(
                        "--user-skew",
                        number(Math.max(0, law.exponent())),
                        "Zipf exponent of the reads by block of 64 KiB",
                        "deviation of ln(reads) " + number(law.residual()) + " at "
                                + Format.count(law.points().size()) + " ranks")));
        WorkloadFit.Flushes flushes = fit.flushes();
        flushes.logged()
                .ifPresent(bytes -> estimates.add(new Estimate(
                        "--flush-size",
                        Math.max(1, Math.round(bytes / (1 << 20))) + "m",
                        "logged bytes per flush of a region: " + SizeText.of(Math.round(bytes)),
                        Format.count(flushes.count()) + " flushes, "
                                + SizeText.of(Math.round(flushes.flushed().orElse(0))) + " each in store files")));
        fit.inputsPerCompaction()
                .ifPresent(inputs -> estimates.add(new Estimate(
                        "--compaction-min-files",
                        Long.toString(Math.max(2, (long) Math.floor(inputs))),
                        "files per compaction: " + number(inputs) + " in the mean",
                        "an upper limit: a compaction may take more files than the minimum")));
        return estimates;
    }

    /** Returns the command that creates such a table and runs on it. */
    public String command() {
        StringBuilder command = new StringBuilder("./underbase workload messages load");
        estimates()
                .forEach(estimate ->
                        command.append(' ').append(estimate.name()).append(' ').append(estimate.value()));
        return command.toString();
    }

    /** Returns what a trace does not show. */
    public List<String> unknown() {
        List<String> unknown = new ArrayList<>(UNKNOWN);
        List<String> others = fit.families().stream()
                .map(family -> family.label().substring(family.label().indexOf('/') + 1))
                .filter(family -> !Paper.FAMILIES.contains(family))
                .distinct()
                .toList();
        if (!others.isEmpty()) {
            unknown.add(
                    0, "why the trace has the families " + String.join(", ", others) + ", which the workload lacks");
        }
        return unknown;
    }

    private static String number(double value) {
        return String.format(Locale.ROOT, "%.2f", value);
    }
}
