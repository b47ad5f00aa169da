package org.underbase.analysis.report;

import com.fasterxml.jackson.databind.node.JsonNodeFactory;
import com.fasterxml.jackson.databind.node.ObjectNode;
import java.util.Comparator;
import java.util.Optional;
import org.underbase.analysis.Figures;
import org.underbase.analysis.files.FileSizes;
import org.underbase.analysis.files.Lifetimes;
import org.underbase.analysis.files.SizeClass;
import org.underbase.analysis.latency.Latencies;
import org.underbase.analysis.layers.IoBytes;
import org.underbase.analysis.layers.Layers;
import org.underbase.analysis.paper.Paper;
import org.underbase.analysis.runs.ReadRuns;
import org.underbase.analysis.summary.Summary;
import org.underbase.htfs.format.Call;

/** What one sees in each chart, in a sentence with the paper's figure. */
final class Captions {
    private static final long MINUTE_NANOS = 60_000_000_000L;

    private final Figures figures;

    Captions(Figures figures) {
        this.figures = figures;
    }

    ObjectNode json() {
        return JsonNodeFactory.instance
                .objectNode()
                .put("layers", layers())
                .put("activities", activities())
                .put("fileSizes", fileSizes())
                .put("lifetimes", lifetimes())
                .put("readRuns", readRuns())
                .put("latencies", latencies())
                .put("timeline", timeline());
    }

    String layers() {
        Layers layers = figures.layers();
        return "Reads are " + reads(layers.core()) + " of the I/O that serves requests, " + reads(layers.hdfs())
                + " once logging and compaction count, and " + reads(layers.local())
                + " after replication; in the paper " + percent(Paper.CORE_READ_PERCENT) + ", "
                + percent(Paper.HDFS_READ_PERCENT) + " and " + percent(Paper.LOCAL_READ_PERCENT) + ".";
    }

    String activities() {
        Layers layers = figures.layers();
        String paper = "in the paper " + Shown.times(Paper.LOG_PER_FLUSH) + " ("
                + Shown.times(Paper.COMPRESSED_LOG_PER_FLUSH) + " with compressed logs) and "
                + Shown.times(Paper.COMPACTION_PER_FLUSH) + ".";
        if (layers.logPerFlush().isEmpty()) {
            return "Nothing was flushed, so that logging and compaction have nothing to be compared with; " + paper;
        }
        return "Logging wrote " + Shown.times(layers.logPerFlush().getAsDouble()) + " and compactions "
                + Shown.times(layers.compactionPerFlush().orElse(0)) + " the bytes that flushes wrote; " + paper;
    }

    String fileSizes() {
        FileSizes.Sizes all = figures.files().sizes().all();
        String paper = "in the paper's traces " + Shown.bytes(Paper.CREATED_P50) + " and "
                + Shown.bytes(Paper.CREATED_P90) + ".";
        if (all.files() == 0) {
            return "No file was created; " + paper;
        }
        return "Half of the " + Shown.count(all.files()) + " files created hold at most " + Shown.bytes(all.p50())
                + ", nine in ten at most " + Shown.bytes(all.p90()) + "; " + paper;
    }

    String lifetimes() {
        Lifetimes lifetimes = figures.files().lifetimes();
        Lifetimes.OfClass small = of(lifetimes, SizeClass.SMALL);
        Lifetimes.OfClass large = of(lifetimes, SizeClass.LARGE);
        String paper = "in the paper " + percent(Paper.SMALL_DEAD_IN_A_MINUTE_PERCENT)
                + " of small files live less than a minute, and " + percent(Paper.LARGE_DEAD_PERCENT)
                + " of large ones end within 8.3 days.";
        if (small.created() + large.created() == 0) {
            return "No small or large file was created; " + paper;
        }
        String ours = small.created() == 0
                ? "No small file was created"
                : percent(100 * small.cdf().shareAtMost(MINUTE_NANOS))
                        + " of the small files (below 16 MiB) were gone within a minute";
        String larges = large.created() == 0
                ? "no large one (from 64 MiB) was created"
                : percent(100.0 * large.died() / large.created()) + " of the large ones (from 64 MiB) within the "
                        + Shown.nanos(lifetimes.windowNanos()) + " watched";
        return ours + ", " + larges + "; " + paper;
    }

    String readRuns() {
        ReadRuns.Runs all = figures.readRuns().all();
        String paper =
                "in the paper's traces " + Shown.bytes(Paper.RUN_P50) + " and " + Shown.bytes(Paper.RUN_P80) + ".";
        if (all.runs() == 0) {
            return "Nothing was read; " + paper;
        }
        return "Half of the " + Shown.count(all.runs()) + " sequential runs of reads are at most "
                + Shown.bytes(all.p50()) + " long, four in five at most " + Shown.bytes(all.p80()) + "; " + paper;
    }

    String latencies() {
        String paper = "the paper gives none by call, and " + Shown.nanos(Math.round(Paper.DISK_REQUEST_MS * 1e6))
                + " for a simulated disk request.";
        Optional<Latencies.OfCall> most = figures.latencies().byCall().stream()
                .filter(of -> of.call().kind() == Call.Kind.READ)
                .max(Comparator.comparingLong(Latencies.OfCall::count));
        if (most.isEmpty()) {
            return "Nothing was read, so that there is no latency to compare; " + paper;
        }
        Latencies.OfCall of = most.get();
        return "The most frequent read, " + of.call().label() + ", takes " + Shown.nanos(of.p50())
                + " in the median and " + Shown.nanos(of.p99()) + " at the 99th percentile; " + paper;
    }

    String timeline() {
        Summary summary = figures.summary();
        double minutes = Math.max(1, summary.spanNanos()) / (double) MINUTE_NANOS;
        return "Through HDFS, " + Shown.bytes(Math.round(summary.read() / minutes)) + " a minute were read and "
                + Shown.bytes(Math.round(summary.written() / minutes))
                + " written, before replication; a machine of the paper read "
                + Math.round(Paper.READ_MB_PER_MINUTE) + " and wrote " + Math.round(Paper.WRITTEN_MB_PER_MINUTE)
                + " MB a minute in its local file systems, after it.";
    }

    private static Lifetimes.OfClass of(Lifetimes lifetimes, SizeClass sizeClass) {
        return lifetimes.classes().stream()
                .filter(of -> of.sizeClass() == sizeClass)
                .findFirst()
                .orElseThrow();
    }

    private static String reads(IoBytes io) {
        return io.total() == 0 ? "none" : percent(io.readPercent());
    }

    private static String percent(double percent) {
        return percent > 0 && percent < 0.5 ? "less than 1 %" : Math.round(percent) + " %";
    }
}
