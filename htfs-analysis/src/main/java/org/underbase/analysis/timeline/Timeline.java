package org.underbase.analysis.timeline;

import java.util.List;
import org.underbase.htfs.format.Activity;

/**
 * Bytes moved in equal bins of time; an event counts where it began.
 *
 * @param startNanos where the first bin begins, epoch nanoseconds
 * @param widthNanos how long a bin is
 * @param bins how many
 * @param byActivity one entry for each activity, in the order of the enum
 */
public record Timeline(long startNanos, long widthNanos, int bins, List<OfActivity> byActivity) {
    public Timeline {
        byActivity = List.copyOf(byActivity);
    }

    /**
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
