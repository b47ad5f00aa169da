package org.underbase.analysis.timeline;

import java.util.ArrayList;
import java.util.List;
import org.underbase.analysis.operator.Operator;
import org.underbase.analysis.operator.Slots;
import org.underbase.htfs.format.Activity;

/**
 * Bytes over time by activity, in at most {@code bins} bins.
 *
 * @param bins how many bins a result may have, 1 to 4096
 */
public record TimelineOperator(int bins) implements Operator<TimelinePartial, Timeline> {
    public TimelineOperator {
        if (bins < 1 || bins > TimelinePartial.MOST_BINS) {
            throw new IllegalArgumentException("bins must be 1 to " + TimelinePartial.MOST_BINS + ": " + bins);
        }
    }

    @Override
    public TimelinePartial start() {
        return new TimelinePartial();
    }

    @Override
    public Timeline finish(TimelinePartial whole) {
        int fold = whole.bins == 0 ? 1 : (whole.bins + bins - 1) / bins;
        int count = (whole.bins + fold - 1) / fold;
        List<Timeline.OfActivity> byActivity = new ArrayList<>();
        for (Activity activity : Activity.values()) {
            int column = Slots.of(activity);
            byActivity.add(new Timeline.OfActivity(
                    activity,
                    folded(whole, column, fold, count),
                    folded(whole, column + TimelinePartial.ACTIVITIES, fold, count)));
        }
        return new Timeline(whole.first * whole.widthNanos, whole.widthNanos * fold, count, byActivity);
    }

    private static List<Long> folded(TimelinePartial whole, int column, int fold, int count) {
        long[] sums = new long[count];
        for (int i = 0; i < whole.bins; i++) {
            sums[i / fold] += whole.bytes[i * TimelinePartial.COLUMNS + column];
        }
        List<Long> list = new ArrayList<>(count);
        for (long sum : sums) {
            list.add(sum);
        }
        return list;
    }
}
