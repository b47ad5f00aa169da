package org.underbase.analysis.timeline;

import java.util.List;
import org.underbase.htfs.format.Activity;

/**
 * Bytes moved in equal bins of time; an event counts in the bin of its start.
 *
 * @param startNanos start of the first bin, in nanoseconds since the epoch
 * @param widthNanos width of a bin, in nanoseconds
 * @param bins number of bins
 * @param byActivity one entry per activity, in the order of the enum
 */
public record Timeline(long startNanos, long widthNanos, int bins, List<OfActivity> byActivity) {
    public Timeline {
        byActivity = List.copyOf(byActivity);
    }

    /**
     * Bytes of one activity.
     *
     * @param activity the activity
     * @param read bytes read in each bin
     * @param written bytes written in each bin
     */
    public record OfActivity(Activity activity, List<Long> read, List<Long> written) {
        public OfActivity {
            read = List.copyOf(read);
            written = List.copyOf(written);
        }
    }
}
