package org.underbase.analysis.report;

import java.util.ArrayList;
import java.util.List;
import java.util.Locale;
import org.underbase.analysis.figure.Format;
import org.underbase.analysis.layers.Layers;
import org.underbase.analysis.paper.Paper;

/**
 * Reasons for the differences between a run of minutes and the paper's eight days. It contains only differences that exist.
 * The reasons apply to a small cluster with the Facebook Messages workload of this project.
 */
public final class PaperDifferences {
    /** Tolerance for percentages of reads, in percentage points. */
    private static final double SHARE = 2;
    /** Tolerance for factors, relative to the paper's. */
    private static final double FACTOR = 0.15;

    private final Layers layers;

    public PaperDifferences(Layers layers) {
        this.layers = layers;
    }

    /** Returns one sentence; empty if there is no difference. */
    public String sentence() {
        List<String> reasons = new ArrayList<>();
        core(reasons);
        logging(reasons);
        compaction(reasons);
        if (reasons.isEmpty()) {
            return "";
        }
        return "Differences from the paper: " + String.join("; ", reasons) + ".";
    }

    private void core(List<String> reasons) {
        double reads = layers.core().readPercent();
        if (reads < Paper.CORE_READ_PERCENT - SHARE) {
            reasons.add(String.format(
                    Locale.ROOT,
                    "core reads are %.0f%%, not %.0f%%: memstores and caches contain a larger part of megabytes than of"
                            + " terabytes, so fewer gets reach HDFS",
                    reads,
                    Paper.CORE_READ_PERCENT));
        }
    }

    private void logging(List<String> reasons) {
        if (layers.logPerFlush().isPresent()) {
            double factor = layers.logPerFlush().getAsDouble();
            if (Math.abs(factor / Paper.LOG_PER_FLUSH - 1) > FACTOR) {
                reasons.add(String.format(
                        Locale.ROOT,
                        "logging writes %s per byte flushed, not %s: the compressibility of the text and the share of"
                                + " overwritten cells are assumptions, the paper states neither",
                        Format.times(factor),
                        Format.times(Paper.LOG_PER_FLUSH)));
            }
        }
    }

    private void compaction(List<String> reasons) {
        if (layers.compactionPerFlush().isPresent()) {
            double factor = layers.compactionPerFlush().getAsDouble();
            if (factor == 0) {
                reasons.add("nothing was compacted: the run was too short");
            } else if (Math.abs(factor / Paper.COMPACTION_PER_FLUSH - 1) > FACTOR) {
                reasons.add(String.format(
                        Locale.ROOT,
                        "compactions write %s, not %s: the factor grows with the ratio of store size to flush size and with"
                                + " the duration of the run",
                        Format.times(factor),
                        Format.times(Paper.COMPACTION_PER_FLUSH)));
            }
        }
    }
}
