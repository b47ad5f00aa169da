package org.underbase.analysis.latency;

import java.io.IOException;
import java.util.ArrayList;
import java.util.Arrays;
import java.util.List;
import org.HdrHistogram.Histogram;
import org.underbase.analysis.operator.EventPartial;
import org.underbase.analysis.operator.Fields;
import org.underbase.analysis.operator.Slots;
import org.underbase.htfs.format.Activity;
import org.underbase.htfs.format.BlockCursor;
import org.underbase.htfs.format.Call;
import org.underbase.htfs.format.SaturatedSum;
import org.underbase.htfs.format.TraceEvent;

/**
 * Two histograms of durations for each call and activity that occur, by the code of the call, then by the activity; at most
 * about 200 KB each.
 */
public final class Durations implements EventPartial<Durations> {
    private static final int DIGITS = 3;
    private static final int ACTIVITIES = Slots.ACTIVITIES;
    private static final int PAIRS = 256 * ACTIVITIES;
    /** Upper limit of a recorded duration: one week. */
    private static final long LONGEST_NANOS = 7L * 24 * 3600 * 1_000_000_000;

    private final Histogram[] succeeded = new Histogram[PAIRS];
    private final Histogram[] failed = new Histogram[PAIRS];
    private final long[] inSeries = new long[PAIRS];
    private long unknown;

    Durations() {}

    @Override
    public void accept(TraceEvent event) {
        if (event.call() == Call.READ_SERIES) {
            int pair = pair(event.eachCall(), event.activity());
            inSeries[pair] = SaturatedSum.of(inSeries[pair], event.calls());
            unknown = SaturatedSum.of(unknown, event.calls());
            return;
        }
        if (event.call() == Call.LOST) {
            unknown = SaturatedSum.of(unknown, Math.max(0, event.length()));
            return;
        }
        if (event.calls() == 0) {
            return;
        }
        int pair = pair(event.call(), event.activity());
        Histogram[] histograms = event.exception().isEmpty() ? succeeded : failed;
        if (histograms[pair] == null) {
            histograms[pair] = new Histogram(DIGITS);
        }
        histograms[pair].recordValue(Math.min(LONGEST_NANOS, Math.max(0, event.durationNanos())));
    }

    @Override
    public void acceptAll(BlockCursor block) {
        while (block.next()) {
            accept(block);
        }
    }

    @Override
    public boolean readsDurations() {
        return true;
    }

    private static int pair(Call call, Activity activity) {
        return call.code() * ACTIVITIES + Slots.of(activity);
    }

    Latencies finish() {
        List<Latencies.OfCall> byCall = new ArrayList<>();
        for (Call call : Call.values()) {
            List<Latencies.OfActivity> byActivity = new ArrayList<>();
            for (Activity activity : Activity.values()) {
                int pair = pair(call, activity);
                Latencies.Outcomes outcomes = outcomes(pair, pair + 1);
                if (outcomes.count() > 0) {
                    byActivity.add(new Latencies.OfActivity(activity, outcomes));
                }
            }
            if (!byActivity.isEmpty()) {
                int first = call.code() * ACTIVITIES;
                byCall.add(new Latencies.OfCall(call, outcomes(first, first + ACTIVITIES), byActivity));
            }
        }
        return new Latencies(byCall, unknown);
    }

    private Latencies.Outcomes outcomes(int from, int to) {
        return new Latencies.Outcomes(
                Latencies.Percentiles.of(sum(succeeded, from, to)),
                Latencies.Percentiles.of(sum(failed, from, to)),
                Arrays.stream(inSeries, from, to).reduce(0, SaturatedSum::of));
    }

    private static Histogram sum(Histogram[] histograms, int from, int to) {
        Histogram sum = null;
        for (int i = from; i < to; i++) {
            if (histograms[i] != null) {
                sum = sum == null ? new Histogram(DIGITS) : sum;
                sum.add(histograms[i]);
            }
        }
        return sum;
    }

    @Override
    public void transfer(Fields fields) throws IOException {
        unknown = fields.number(unknown);
        fields.numbers(inSeries);
        fields.histograms(succeeded);
        fields.histograms(failed);
    }

    @Override
    public void merge(Durations later) {
        unknown = SaturatedSum.of(unknown, later.unknown);
        merge(succeeded, later.succeeded);
        merge(failed, later.failed);
        Arrays.setAll(inSeries, pair -> SaturatedSum.of(inSeries[pair], later.inSeries[pair]));
    }

    private static void merge(Histogram[] mine, Histogram[] later) {
        for (int i = 0; i < PAIRS; i++) {
            if (mine[i] == null) {
                mine[i] = later[i];
            } else if (later[i] != null) {
                mine[i].add(later[i]);
            }
        }
    }
}
