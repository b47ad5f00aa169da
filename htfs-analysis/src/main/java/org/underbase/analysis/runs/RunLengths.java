package org.underbase.analysis.runs;

import org.HdrHistogram.Histogram;
import org.underbase.analysis.operator.Slots;
import org.underbase.htfs.format.Activity;

/** Lengths in bytes of ended runs, by activity, with three significant digits. */
final class RunLengths implements RunSink {
    private static final int DIGITS = 3;

    private final Histogram[] byActivity = new Histogram[Slots.ACTIVITIES];
    private final long[] bytes = new long[byActivity.length];

    @Override
    public void ended(Run run) {
        int activity = Slots.of(run.activity());
        long length = run.bytes();
        of(activity).recordValue(length);
        bytes[activity] += length;
    }

    void add(RunLengths other) {
        for (int i = 0; i < byActivity.length; i++) {
            if (other.byActivity[i] != null) {
                of(i).add(other.byActivity[i]);
                bytes[i] += other.bytes[i];
            }
        }
    }

    Histogram of(Activity activity) {
        return of(Slots.of(activity));
    }

    long bytes(Activity activity) {
        return bytes[Slots.of(activity)];
    }

    private Histogram of(int activity) {
        if (byActivity[activity] == null) {
            byActivity[activity] = new Histogram(DIGITS);
        }
        return byActivity[activity];
    }
}
