package org.underbase.analysis.report;

import java.util.ArrayList;
import java.util.List;
import java.util.Locale;
import org.underbase.analysis.figure.Format;
import org.underbase.analysis.layers.Layers;
import org.underbase.analysis.paper.Paper;

/**
 * Why a run of minutes shows other figures than the paper's eight days; only what does differ is told. The reasons are
 * those of a small cluster that runs the Facebook-Messages workload of this project.
 */
public final class Differences {
    /** Percent points within which two shares of reads are the same to the eye. */
    private static final double SHARE = 2;
    /** The same for factors, as a part of the paper's. */
    private static final double FACTOR = 0.15;

    private final Layers layers;

    public Differences(Layers layers) {
        this.layers = layers;
    }

    /** One sentence, or none when nothing differs. */
    public String sentence() {
        List<String> reasons = new ArrayList<>();
        core(reasons);
        logging(reasons);
        compaction(reasons);
        if (reasons.isEmpty()) {
            return "";
        }
        return "Why ours differs: " + String.join("; ", reasons) + ".";
    }

    private void core(List<String> reasons) {
        double reads = layers.core().readPercent();
        if (reads < Paper.CORE_READ_PERCENT - SHARE) {
            reasons.add(String.format(
                    Locale.ROOT,
                    "core reads are %.0f %%, not %.0f %%: memstores and caches hold more of some megabytes than of terabytes,"
                            + " and fewer gets reach HDFS",
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
                        "logging writes %s of a flush, not %s: how well text compresses and how much is overwritten before"
                                + " it is flushed are ours, the paper tells neither",
                        Format.times(factor),
                        Format.times(Paper.LOG_PER_FLUSH)));
            }
        }
    }

    private void compaction(List<String> reasons) {
        if (layers.compactionPerFlush().isPresent()) {
            double factor = layers.compactionPerFlush().getAsDouble();
            if (factor == 0) {
                reasons.add("nothing was compacted: the run was too short for that");
            } else if (Math.abs(factor / Paper.COMPACTION_PER_FLUSH - 1) > FACTOR) {
                reasons.add(String.format(
                        Locale.ROOT,
                        "compactions write %s, not %s: that grows with the size of a store beside its flushes and with how"
                                + " long one watches",
                        Format.times(factor),
                        Format.times(Paper.COMPACTION_PER_FLUSH)));
            }
        }
    }
}
