package org.underbase.analysis.timeline;

import com.fasterxml.jackson.databind.node.ArrayNode;
import com.fasterxml.jackson.databind.node.ObjectNode;
import java.util.ArrayList;
import java.util.List;
import java.util.Map;
import java.util.Set;
import org.underbase.analysis.access.FileDetail;
import org.underbase.analysis.figure.Chart;
import org.underbase.analysis.figure.Figure;
import org.underbase.analysis.figure.Figures;
import org.underbase.analysis.figure.Quantity;
import org.underbase.analysis.figure.TraceFacts;
import org.underbase.analysis.operator.Slots;
import org.underbase.analysis.paper.Paper;
import org.underbase.analysis.summary.SummaryFigure.Summary;
import org.underbase.htfs.format.Activity;
import org.underbase.operator.output.SizeText;

/** Bytes over time by activity. */
public final class TimelineFigure implements Figure<TimelinePartial, Timeline> {
    /** Number of bins that fit on one screen of the report. */
    private static final int BINS = 240;

    private static final long MINUTE_NANOS = 60_000_000_000L;

    private final int bins;

    public TimelineFigure() {
        this(BINS);
    }

    /** Creates a figure with at most {@code bins} bins, 1 to 4096. */
    TimelineFigure(int bins) {
        if (bins < 1 || bins > TimelinePartial.MAX_BINS) {
            throw new IllegalArgumentException("bins must be 1 to " + TimelinePartial.MAX_BINS + ": " + bins);
        }
        this.bins = bins;
    }

    @Override
    public Class<Timeline> resultType() {
        return Timeline.class;
    }

    @Override
    public FileDetail detail() {
        return FileDetail.NONE;
    }

    @Override
    public int position() {
        return 60;
    }

    @Override
    public TimelinePartial start(TraceFacts trace) {
        return new TimelinePartial();
    }

    @Override
    public Timeline finish(TimelinePartial whole, TraceFacts trace) {
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

    @Override
    public boolean isScaled() {
        return true;
    }

    @Override
    public Map<String, Set<Quantity>> needs() {
        return Map.of("timeline", Set.of(Quantity.HDFS_BYTES, Quantity.ACTIVITIES));
    }

    @Override
    public void addJson(Timeline timeline, ObjectNode json) {
        ObjectNode node = json.putObject("timeline")
                .put("startNanos", timeline.startNanos())
                .put("widthNanos", timeline.widthNanos())
                .put("bins", timeline.bins());
        ArrayNode activities = node.putArray("byActivity");
        for (Timeline.OfActivity of : timeline.byActivity()) {
            ObjectNode activity =
                    activities.addObject().put("activity", of.activity().label());
            ArrayNode read = activity.putArray("read");
            of.read().forEach(read::add);
            ArrayNode written = activity.putArray("written");
            of.written().forEach(written::add);
        }
    }

    @Override
    public List<Chart> charts() {
        return List.of(new Chart("timeline", 30, TimelineFigure::caption));
    }

    private static String caption(Figures figures) {
        Summary summary = figures.get(Summary.class);
        double minutes = Math.max(1, summary.spanNanos()) / (double) MINUTE_NANOS;
        return "HBase read " + SizeText.of(Math.round(summary.read() / minutes)) + "/min and wrote "
                + SizeText.of(Math.round(summary.written() / minutes))
                + "/min through HDFS, before replication; in the paper a machine read "
                + Math.round(Paper.READ_MB_PER_MINUTE) + " MB/min and wrote " + Math.round(Paper.WRITTEN_MB_PER_MINUTE)
                + " MB/min in its local file systems, after replication.";
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
