package org.underbase.analysis;

import java.util.List;
import org.underbase.analysis.catalog.ClockSkew;
import org.underbase.analysis.figure.Format;
import org.underbase.htfs.format.Drops;

/**
 * Completeness of a trace.
 *
 * @param segments number of files with a readable header
 * @param blocks number of complete blocks
 * @param bytes size of those blocks on disk, in bytes
 * @param lost calls whose events the recorder lost, by cause
 * @param sampledFraction least fraction of the files whose calls are in a part of the trace, 0 to 1
 * @param corruptRangeCount number of missing or corrupt ranges
 * @param corruptRanges descriptions of the first of those ranges, one line each
 * @param unclosed segments without an end mark: still being written, or their process was killed
 * @param skews differences between clocks of hosts that are larger than expected
 */
public record TraceHealth(
        long segments,
        long blocks,
        long bytes,
        Drops lost,
        double sampledFraction,
        long corruptRangeCount,
        List<String> corruptRanges,
        List<String> unclosed,
        List<ClockSkew> skews) {
    public TraceHealth {
        skews = List.copyOf(skews);
        corruptRanges = List.copyOf(corruptRanges);
        unclosed = List.copyOf(unclosed);
    }

    /** Returns a text about a difference between two clocks. */
    public static String skewText(ClockSkew skew) {
        return "the clock of " + skew.ahead() + " is at least " + Format.nanos(skew.nanos()) + " ahead of that of "
                + skew.behind()
                + ", by files that were used before their creation; times between hosts, such as lifetimes"
                + " and locality, are off by as much";
    }

    /** Whether a part of the trace contains the calls on some of the files only. */
    public boolean isSampled() {
        return sampledFraction < 1;
    }

    /** Returns a text about a sampled trace and its numbers. */
    public String samplingText() {
        return "the trace contains the calls on " + Format.percent(100 * sampledFraction)
                + " of the files; HDFS I/O and bytes by layer, by activity and over time are estimates for all files, other"
                + " numbers are those recorded";
    }

    /** Returns the number of calls whose events the recorder lost. */
    public long droppedEvents() {
        return lost.total();
    }
}
