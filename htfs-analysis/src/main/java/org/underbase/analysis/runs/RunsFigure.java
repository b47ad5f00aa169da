package org.underbase.analysis.runs;

import com.fasterxml.jackson.databind.node.ArrayNode;
import com.fasterxml.jackson.databind.node.JsonNodeFactory;
import com.fasterxml.jackson.databind.node.ObjectNode;
import java.util.ArrayList;
import java.util.List;
import org.HdrHistogram.Histogram;
import org.HdrHistogram.HistogramIterationValue;
import org.underbase.analysis.cdf.Cdf;
import org.underbase.analysis.figure.Assumptions;
import org.underbase.analysis.figure.Chart;
import org.underbase.analysis.figure.Figure;
import org.underbase.analysis.figure.Figures;
import org.underbase.analysis.figure.Format;
import org.underbase.analysis.paper.Paper;
import org.underbase.htfs.format.Activity;
import org.underbase.operator.output.SizeText;

/**
 * Lengths of sequential runs of reads ("Analysis of HDFS under HBase", ;login: June 2014). A run is a maximal sequence of
 * reads by one thread on one stream in which each read begins at the end of the previous one; a seek does not end a run by
 * itself. Runs are separate for each thread of a stream, because HBase shares one stream for all positional reads of a
 * store file and because a trace is in exact order only within a thread. Every range of a vectored read is a read. A run
 * has the activity of its first read.
 */
public final class RunsFigure implements Figure<RunsPartial, ReadRuns> {
    private static final int POINTS = 200;

    @Override
    public Class<ReadRuns> resultType() {
        return ReadRuns.class;
    }

    @Override
    public int position() {
        return 40;
    }

    @Override
    public RunsPartial start() {
        return new RunsPartial();
    }

    @Override
    public ReadRuns finish(RunsPartial whole, Assumptions assumptions) {
        RunLengths lengths = whole.ended;
        whole.processes.sorted().values().forEach(streams -> streams.table.finish(lengths));
        Histogram all = new Histogram(3);
        long bytes = 0;
        List<ReadRuns.OfActivity> byActivity = new ArrayList<>();
        for (Activity activity : Activity.values()) {
            Histogram of = lengths.of(activity);
            if (of.getTotalCount() > 0) {
                byActivity.add(new ReadRuns.OfActivity(activity, runs(of, lengths.bytes(activity))));
                all.add(of);
                bytes += lengths.bytes(activity);
            }
        }
        return new ReadRuns(runs(all, bytes), byActivity);
    }

    @Override
    public void addJson(ReadRuns runs, ObjectNode json) {
        ObjectNode node = json.putObject("readRuns");
        node.set("all", runs(runs.all()));
        ArrayNode activities = node.putArray("byActivity");
        for (ReadRuns.OfActivity of : runs.byActivity()) {
            activities.add(runs(of.runs()).put("activity", of.activity().label()));
        }
    }

    @Override
    public List<Chart> charts() {
        return List.of(new Chart("readRuns", 60, RunsFigure::caption));
    }

    private static ObjectNode runs(ReadRuns.Runs runs) {
        ObjectNode node = JsonNodeFactory.instance
                .objectNode()
                .put("runs", runs.runs())
                .put("bytes", runs.bytes())
                .put("p50", runs.p50())
                .put("p80", runs.p80());
        node.set("cdfByRuns", runs.byRuns().json());
        node.set("cdfByBytes", runs.byBytes().json());
        return node;
    }

    private static String caption(Figures figures) {
        ReadRuns.Runs all = figures.get(ReadRuns.class).all();
        String paper =
                "in the paper's traces " + SizeText.of(Paper.RUN_P50) + " and " + SizeText.of(Paper.RUN_P80) + ".";
        if (all.runs() == 0) {
            return "Nothing was read; " + paper;
        }
        return "Half of the " + Format.count(all.runs()) + " sequential runs of reads are at most "
                + SizeText.of(all.p50()) + " long, four in five at most " + SizeText.of(all.p80()) + "; " + paper;
    }

    private static ReadRuns.Runs runs(Histogram lengths, long bytes) {
        double sum = 0;
        for (HistogramIterationValue value : lengths.recordedValues()) {
            sum += (double) value.getValueIteratedTo() * value.getCountAtValueIteratedTo();
        }
        long runs = lengths.getTotalCount();
        List<Cdf.Point> byRuns = new ArrayList<>();
        List<Cdf.Point> byBytes = new ArrayList<>();
        long runsSoFar = 0;
        double bytesSoFar = 0;
        for (HistogramIterationValue value : lengths.recordedValues()) {
            runsSoFar += value.getCountAtValueIteratedTo();
            bytesSoFar += (double) value.getValueIteratedTo() * value.getCountAtValueIteratedTo();
            boolean last = runsSoFar == runs;
            thin(byRuns, value.getValueIteratedTo(), (double) runsSoFar / runs, last);
            thin(byBytes, value.getValueIteratedTo(), bytesSoFar / sum, last);
        }
        return new ReadRuns.Runs(
                runs,
                bytes,
                lengths.getValueAtPercentile(50),
                lengths.getValueAtPercentile(80),
                new Cdf(byRuns),
                new Cdf(byBytes));
    }

    /** Adds a point if it is visibly higher than the previous one. */
    private static void thin(List<Cdf.Point> points, long value, double share, boolean last) {
        double before = points.isEmpty() ? -1 : points.get(points.size() - 1).share();
        if (last || share - before >= 1.0 / POINTS) {
            points.add(new Cdf.Point(value, last ? 1 : share));
        }
    }
}
