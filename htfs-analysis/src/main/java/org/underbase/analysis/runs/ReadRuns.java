package org.underbase.analysis.runs;

import java.util.List;
import java.util.Optional;
import org.underbase.analysis.cdf.Cdf;
import org.underbase.htfs.format.Activity;

/**
 * Lengths of sequential runs of reads, in bytes; {@link RunsFigure} defines a run.
 *
 * @param all runs of all activities
 * @param byActivity runs by activity, in the order of the enum, without activities that read nothing
 * @param unplacedBytes bytes of reads whose offset is not in the trace, which belong to no run
 */
public record ReadRuns(Runs all, List<OfActivity> byActivity, long unplacedBytes) {
    public ReadRuns {
        byActivity = List.copyOf(byActivity);
    }

    /**
     * Lengths of a set of runs. Lengths and fractions have three significant digits.
     *
     * @param runs number of runs
     * @param bytes exact sum of the lengths
     * @param p50 length of the run that contains the median byte: half of the bytes are in runs of at most this length
     * @param p80 the same for four bytes in five
     * @param p50ByRuns median length
     * @param p80ByRuns 80th percentile of the length
     * @param byRuns distribution of runs by length
     * @param byBytes distribution of bytes read by the length of their run
     */
    public record Runs(
            long runs, long bytes, long p50, long p80, long p50ByRuns, long p80ByRuns, Cdf byRuns, Cdf byBytes) {}

    /** Runs that began with a read of one activity. */
    public record OfActivity(Activity activity, Runs runs) {}

    /** Returns the runs of an activity; empty if it read nothing. */
    public Optional<Runs> of(Activity activity) {
        return byActivity.stream()
                .filter(of -> of.activity() == activity)
                .map(OfActivity::runs)
                .findFirst();
    }
}
