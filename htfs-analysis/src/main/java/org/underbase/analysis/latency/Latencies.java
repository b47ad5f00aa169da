package org.underbase.analysis.latency;

import java.util.List;
import org.HdrHistogram.Histogram;
import org.underbase.htfs.format.Activity;
import org.underbase.htfs.format.Call;

/**
 * Numbers and latencies of all calls.
 *
 * @param byCall one entry for each call that occurred, in the order of the enum
 * @param unknown number of calls whose latencies were not recorded
 */
public record Latencies(List<OfCall> byCall, long unknown) {
    public Latencies {
        byCall = List.copyOf(byCall);
    }

    /** Returns the number of calls, without the lost ones. */
    public long count() {
        return byCall.stream().mapToLong(of -> of.all().count()).sum();
    }

    /** Returns the number of calls that threw an exception. */
    public long failed() {
        return byCall.stream().mapToLong(of -> of.all().failed().count()).sum();
    }

    /**
     * Latencies of one call.
     *
     * @param all those of all activities
     * @param byActivity one entry for each activity with calls, in the order of the enum
     */
    public record OfCall(Call call, Outcomes all, List<OfActivity> byActivity) {
        public OfCall {
            byActivity = List.copyOf(byActivity);
        }
    }

    /** Latencies of one call for one activity. */
    public record OfActivity(Activity activity, Outcomes outcomes) {}

    /**
     * Latencies by outcome. A call that fails may take no time or a timeout, so that failures have percentiles of their own.
     *
     * @param succeeded latencies of the calls that returned
     * @param failed latencies of the calls that threw an exception
     * @param inSeries number of calls in series, which returned but whose latencies are unknown
     */
    public record Outcomes(Percentiles succeeded, Percentiles failed, long inSeries) {
        /** Returns the number of calls. */
        public long count() {
            return succeeded.count() + failed.count() + inSeries;
        }
    }

    /** Latencies in nanoseconds, to three significant digits; 0 without calls. */
    public record Percentiles(long count, long p50, long p90, long p99, long max) {
        private static final Percentiles NONE = new Percentiles(0, 0, 0, 0, 0);

        static Percentiles of(Histogram durations) {
            return durations == null
                    ? NONE
                    : new Percentiles(
                            durations.getTotalCount(),
                            durations.getValueAtPercentile(50),
                            durations.getValueAtPercentile(90),
                            durations.getValueAtPercentile(99),
                            durations.getMaxValue());
        }
    }
}
