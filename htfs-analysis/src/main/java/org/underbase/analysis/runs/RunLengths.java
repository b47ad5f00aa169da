package org.underbase.analysis.runs;

import java.io.IOException;
import org.HdrHistogram.Histogram;
import org.underbase.analysis.operator.Fields;
import org.underbase.analysis.operator.Slots;
import org.underbase.htfs.format.Activity;

/**
 * Lengths in bytes of ended runs, by activity, with three significant digits. The histograms by bytes count each run as
 * often as it has bytes, so that their counts are exact sums of bytes.
 */
final class RunLengths implements RunSink {
    private final Histogram[] byRuns = new Histogram[Slots.ACTIVITIES];
    private final Histogram[] byBytes = new Histogram[Slots.ACTIVITIES];

    static Histogram histogram() {
        return new Histogram(3);
    }

    @Override
    public void ended(Run run) {
        long length = run.bytes();
        byRuns(run.activity()).recordValue(length);
        byBytes(run.activity()).recordValueWithCount(length, length);
    }

    Histogram byRuns(Activity activity) {
        return of(byRuns, activity);
    }

    Histogram byBytes(Activity activity) {
        return of(byBytes, activity);
    }

    void transfer(Fields fields) throws IOException {
        fields.histograms(byRuns);
        fields.histograms(byBytes);
    }

    void add(RunLengths other) {
        for (Activity activity : Activity.values()) {
            byRuns(activity).add(other.byRuns(activity));
            byBytes(activity).add(other.byBytes(activity));
        }
    }

    private static Histogram of(Histogram[] histograms, Activity activity) {
        int at = Slots.of(activity);
        if (histograms[at] == null) {
            histograms[at] = histogram();
        }
        return histograms[at];
    }
}
