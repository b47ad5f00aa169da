package org.underbase.analysis.runs;

import java.util.List;
import java.util.Optional;
import org.underbase.analysis.cdf.Cdf;
import org.underbase.htfs.format.Activity;

/**
 * Lengths, in bytes, of sequential runs of reads; see {@link RunsFigure} for what a run is.
 *
 * @param all the runs of all activities
 * @param byActivity those of each activity that read, in the order of the enum
 */
public record ReadRuns(Runs all, List<OfActivity> byActivity) {
    public ReadRuns {
        byActivity = List.copyOf(byActivity);
    }

    /**
     * @param runs how many
     * @param bytes their sum, exact; lengths and shares are to three significant digits
     * @param p50 the length that half of the runs do not exceed
     * @param byRuns the share of runs by length
     * @param byBytes the share of bytes read, by the length of the run they were read in
     */
    public record Runs(long runs, long bytes, long p50, long p80, Cdf byRuns, Cdf byBytes) {}

    /** The runs that began with a read of this activity. */
    public record OfActivity(Activity activity, Runs runs) {}

    public Optional<Runs> of(Activity activity) {
        return byActivity.stream()
                .filter(of -> of.activity() == activity)
                .map(OfActivity::runs)
                .findFirst();
    }
}
