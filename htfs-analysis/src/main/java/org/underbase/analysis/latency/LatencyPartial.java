package org.underbase.analysis.latency;

import org.HdrHistogram.Histogram;
import org.underbase.analysis.operator.Partial;
import org.underbase.htfs.format.TraceEvent;

/** A histogram of durations for each call that occurs, by its code; at most some 200 KB each. */
public final class LatencyPartial implements Partial<LatencyPartial> {
    private static final int DIGITS = 3;
    private static final int CODES = 256;
    /** A call of more than a week is counted as a week. */
    private static final long LONGEST_NANOS = 7L * 24 * 3600 * 1_000_000_000;

    final Histogram[] byCall = new Histogram[CODES];
    final long[] failed = new long[byCall.length];

    LatencyPartial() {}

    @Override
    public void accept(TraceEvent event) {
        int call = event.call().code();
        Histogram durations = byCall[call];
        if (durations == null) {
            durations = new Histogram(DIGITS);
            byCall[call] = durations;
        }
        durations.recordValue(Math.min(LONGEST_NANOS, Math.max(0, event.durationNanos())));
        if (!event.exception().isEmpty()) {
            failed[call]++;
        }
    }

    @Override
    public void merge(LatencyPartial later) {
        for (int i = 0; i < byCall.length; i++) {
            if (byCall[i] == null) {
                byCall[i] = later.byCall[i];
            } else if (later.byCall[i] != null) {
                byCall[i].add(later.byCall[i]);
            }
            failed[i] += later.failed[i];
        }
    }
}
