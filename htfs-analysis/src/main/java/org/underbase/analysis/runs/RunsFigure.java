package org.underbase.analysis.runs;

import com.fasterxml.jackson.databind.node.ArrayNode;
import com.fasterxml.jackson.databind.node.JsonNodeFactory;
import com.fasterxml.jackson.databind.node.ObjectNode;
import java.util.ArrayList;
import java.util.List;
import java.util.Map;
import java.util.Set;
import org.HdrHistogram.Histogram;
import org.HdrHistogram.HistogramIterationValue;
import org.underbase.analysis.access.FileDetail;
import org.underbase.analysis.catalog.FileFacts;
import org.underbase.analysis.cdf.Cdf;
import org.underbase.analysis.figure.Chart;
import org.underbase.analysis.figure.CsvTables;
import org.underbase.analysis.figure.Figure;
import org.underbase.analysis.figure.Figures;
import org.underbase.analysis.figure.FileVisitor;
import org.underbase.analysis.figure.Format;
import org.underbase.analysis.figure.Quantity;
import org.underbase.analysis.figure.TraceFacts;
import org.underbase.analysis.paper.Paper;
import org.underbase.htfs.format.Activity;
import org.underbase.operator.output.SizeText;

/**
 * Lengths of sequential runs of reads ("Analysis of HDFS under HBase", ;login: June 2014). A run is a maximal sequence of
 * reads by one thread on one stream in which each read begins at the end of the previous one; a seek does not end a run by
 * itself. Runs are separate for each thread of a stream, because HBase shares one stream for all positional reads of a
 * store file. Every range of a vectored read is a read. A run
 * has the activity of its first read.
 */
public final class RunsFigure implements Figure<RunsPartial, ReadRuns> {
    private static final int POINTS = 200;

    @Override
    public Class<ReadRuns> resultType() {
        return ReadRuns.class;
    }

    @Override
    public FileDetail detail() {
        return FileDetail.CALLS;
    }

    @Override
    public int position() {
        return 40;
    }

    @Override
    public RunsPartial start(TraceFacts trace) {
        return new RunsPartial();
    }

    @Override
    public FileVisitor file(RunsPartial sums, FileFacts file) {
        return sums.file();
    }

    @Override
    public ReadRuns finish(RunsPartial whole, TraceFacts trace) {
        RunLengths lengths = whole.ended;
        Histogram allByRuns = RunLengths.histogram();
        Histogram allByBytes = RunLengths.histogram();
        List<ReadRuns.OfActivity> byActivity = new ArrayList<>();
        for (Activity activity : Activity.values()) {
            Histogram byRuns = lengths.byRuns(activity);
            if (byRuns.getTotalCount() > 0) {
                Histogram byBytes = lengths.byBytes(activity);
                byActivity.add(new ReadRuns.OfActivity(activity, runs(byRuns, byBytes)));
                allByRuns.add(byRuns);
                allByBytes.add(byBytes);
            }
        }
        return new ReadRuns(runs(allByRuns, allByBytes), byActivity, whole.unplaced);
    }

    @Override
    public Map<String, Set<Quantity>> needs() {
        return Map.of("readRuns", Set.of(Quantity.HDFS_BYTES, Quantity.STREAMS));
    }

    @Override
    public void addJson(ReadRuns runs, ObjectNode json) {
        ObjectNode node = json.putObject("readRuns");
        node.set("all", runs(runs.all()));
        node.put("unplaced", runs.unplacedBytes());
        ArrayNode activities = node.putArray("byActivity");
        for (ReadRuns.OfActivity of : runs.byActivity()) {
            activities.add(runs(of.runs()).put("activity", of.activity().label()));
        }
    }

    @Override
    public void addCsv(ReadRuns runs, CsvTables tables) {
        CsvTables.Table table = tables.table("l5-read-runs", "readRuns", "bytes", "share");
        table.cdf("all, by bytes", runs.all().byBytes());
        table.cdf("all, by runs", runs.all().byRuns());
        runs.byActivity()
                .forEach(of -> table.cdf(
                        of.activity().label() + ", by bytes", of.runs().byBytes()));
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
                .put("p80", runs.p80())
                .put("p50ByRuns", runs.p50ByRuns())
                .put("p80ByRuns", runs.p80ByRuns());
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
        return "Half of the bytes read are in sequential runs of at most " + SizeText.of(all.p50())
                + ", four in five in runs of at most " + SizeText.of(all.p80()) + "; " + paper + " Half of the "
                + Format.count(all.runs()) + " runs are at most " + SizeText.of(all.p50ByRuns()) + " long.";
    }

    private static ReadRuns.Runs runs(Histogram byRuns, Histogram byBytes) {
        return new ReadRuns.Runs(
                byRuns.getTotalCount(),
                byBytes.getTotalCount(),
                byBytes.getValueAtPercentile(50),
                byBytes.getValueAtPercentile(80),
                byRuns.getValueAtPercentile(50),
                byRuns.getValueAtPercentile(80),
                cdf(byRuns),
                cdf(byBytes));
    }

    private static Cdf cdf(Histogram lengths) {
        List<Cdf.Point> points = new ArrayList<>();
        long total = lengths.getTotalCount();
        long soFar = 0;
        for (HistogramIterationValue value : lengths.recordedValues()) {
            soFar += value.getCountAtValueIteratedTo();
            thin(points, value.getValueIteratedTo(), (double) soFar / total, soFar == total);
        }
        return new Cdf(points);
    }

    /** Adds a point if it is visibly higher than the previous one. */
    private static void thin(List<Cdf.Point> points, long value, double share, boolean last) {
        double before = points.isEmpty() ? -1 : points.get(points.size() - 1).share();
        if (last || share - before >= 1.0 / POINTS) {
            points.add(new Cdf.Point(value, last ? 1 : share));
        }
    }
}
