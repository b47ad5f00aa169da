package org.underbase.analysis.locality;

import com.fasterxml.jackson.databind.node.ArrayNode;
import com.fasterxml.jackson.databind.node.ObjectNode;
import java.util.ArrayList;
import java.util.List;
import java.util.Map;
import java.util.Set;
import org.underbase.analysis.catalog.FileFacts;
import org.underbase.analysis.figure.Chart;
import org.underbase.analysis.figure.CsvTables;
import org.underbase.analysis.figure.EstimateSink;
import org.underbase.analysis.figure.Figure;
import org.underbase.analysis.figure.Figures;
import org.underbase.analysis.figure.FileVisitor;
import org.underbase.analysis.figure.Format;
import org.underbase.analysis.figure.Quantity;
import org.underbase.analysis.figure.TraceFacts;

/**
 * Locality map (FAST '14, Figure 7): the share of reads that an earlier read of the same file preceded within a time and a
 * distance. The earlier read may be of any process. At distance 0 both have a byte in common; above 0 adjacent reads are near.
 */
public final class LocalityFigure implements Figure<LocalityPartial, Locality> {
    /** Figure 7: percent of reads that overlap a read in the last 32 minutes. */
    private static final double OVERLAP_PERCENT = 26;
    /** Figure 7: percent of reads within 1 KB of a read in the last minute. */
    private static final double NEAR_PERCENT = 25;

    @Override
    public Class<Locality> resultType() {
        return Locality.class;
    }

    @Override
    public int position() {
        return 36;
    }

    @Override
    public LocalityPartial start(TraceFacts trace) {
        return new LocalityPartial(trace.firstNanos());
    }

    @Override
    public FileVisitor file(LocalityPartial sums, FileFacts file) {
        return sums.file();
    }

    @Override
    public Locality finish(LocalityPartial whole, TraceFacts trace) {
        return new Locality(map(whole.all), map(whole.core));
    }

    private static Locality.Map map(LocalityPartial.Counts counts) {
        List<Locality.Line> lines = new ArrayList<>();
        for (int i = 0; i < LocalityPartial.DISTANCES.length; i++) {
            List<Locality.Point> points = new ArrayList<>();
            for (int at = 0; at < Recency.COUNT; at++) {
                points.add(new Locality.Point(
                        Recency.NANOS[at],
                        hits(counts.hits[i], 0, at),
                        sum(counts.reads, at + 1, counts.reads.length),
                        hits(counts.hits[i], at + 1, at)));
            }
            lines.add(new Locality.Line(LocalityPartial.DISTANCES[i], points));
        }
        List<Long> covered = new ArrayList<>();
        for (int at = 0; at < Recency.COUNT; at++) {
            covered.add(sum(counts.covered, 0, at + 1));
        }
        return new Locality.Map(sum(counts.reads, 0, counts.reads.length), counts.bytes, lines, covered);
    }

    private static long hits(long[][] byWarmth, int from, int at) {
        long hits = 0;
        for (int warm = from; warm < byWarmth.length; warm++) {
            hits += sum(byWarmth[warm], 0, at + 1);
        }
        return hits;
    }

    private static long sum(long[] counts, int from, int to) {
        long sum = 0;
        for (int i = from; i < to; i++) {
            sum += counts[i];
        }
        return sum;
    }

    @Override
    public Map<String, Set<Quantity>> needs() {
        return Map.of("locality", Set.of(Quantity.BYTES), "locality.core", Set.of(Quantity.BYTES, Quantity.ACTIVITIES));
    }

    @Override
    public void addJson(Locality locality, ObjectNode json) {
        ObjectNode node = json.putObject("locality");
        addMap(locality.all(), node.putObject("all"));
        addMap(locality.core(), node.putObject("core"));
        node.putObject("paper")
                .put("overlapIn32MinutesPercent", OVERLAP_PERCENT)
                .put("within1KiBInAMinutePercent", NEAR_PERCENT);
    }

    private static void addMap(Locality.Map map, ObjectNode node) {
        node.put("reads", map.reads()).put("bytes", map.bytes());
        ArrayNode lines = node.putArray("lines");
        for (Locality.Line line : map.lines()) {
            ArrayNode points =
                    lines.addObject().put("distance", line.distance()).putArray("points");
            for (Locality.Point point : line.points()) {
                ObjectNode entry = points.addObject();
                if (point.nanos() != Long.MAX_VALUE) {
                    entry.put("withinNanos", point.nanos());
                }
                entry.put("hits", point.hits())
                        .put("warmReads", point.warmReads())
                        .put("warmHits", point.warmHits());
            }
        }
        ArrayNode covered = node.putArray("coveredBytes");
        map.covered().forEach(covered::add);
    }

    @Override
    public boolean isEstimable() {
        return true;
    }

    @Override
    public void estimates(Locality locality, EstimateSink sink) {
        estimates("locality/all", locality.all(), sink);
        estimates("locality/core", locality.core(), sink);
    }

    private static void estimates(String name, Locality.Map map, EstimateSink sink) {
        sink.total(name + "/reads", map.reads());
        sink.total(name + "/bytes", map.bytes());
        for (Locality.Line line : map.lines()) {
            for (Locality.Point point : line.points()) {
                String within = point.nanos() == Long.MAX_VALUE ? "" : Long.toString(point.nanos());
                sink.ratio(
                        name + "/lines/distance=" + line.distance() + "/points/withinNanos=" + within + "/share",
                        point.hits(),
                        map.reads());
            }
        }
    }

    @Override
    public void addCsv(Locality locality, CsvTables tables) {
        CsvTables.Table table = tables.table("f7-locality", "locality", "ns", "share");
        rows(locality.all(), "", table);
        rows(locality.core(), "core ", table);
    }

    private static void rows(Locality.Map map, String prefix, CsvTables.Table table) {
        for (Locality.Line line : map.lines()) {
            for (Locality.Point point : line.points()) {
                String within = point.nanos() == Long.MAX_VALUE ? "ever" : Long.toString(point.nanos());
                table.row(prefix + line.distance() + " B", within, share(point.hits(), map.reads()));
                table.row(prefix + line.distance() + " B, warm", within, share(point.warmHits(), point.warmReads()));
            }
        }
    }

    private static double share(long part, long of) {
        return of == 0 ? 0 : (double) part / of;
    }

    @Override
    public List<Chart> charts() {
        return List.of(new Chart("locality", 56, LocalityFigure::caption));
    }

    private static String caption(Figures figures) {
        Locality.Map all = figures.get(Locality.class).all();
        String paper = "in the paper " + Format.roundPercent(OVERLAP_PERCENT) + " and "
                + Format.roundPercent(NEAR_PERCENT) + ".";
        if (all.reads() == 0) {
            return "Nothing was read, so there is no locality; " + paper;
        }
        long length = figures.trace().lastNanos() - figures.trace().firstNanos();
        return Format.roundPercent(100 * hits(all, 0, Recency.HALF_HOUR))
                + " of the reads overlap a read of " + last(Recency.HALF_HOUR, "the last 32 minutes", length) + ", and "
                + Format.roundPercent(100 * hits(all, 1, Recency.MINUTE))
                + " are within 1 KiB of a read of " + last(Recency.MINUTE, "the last minute", length) + "; " + paper;
    }

    private static String last(long nanos, String name, long traceNanos) {
        return traceNanos >= nanos ? name : "the last " + Format.nanos(traceNanos) + " (the length of the trace)";
    }

    private static double hits(Locality.Map map, int line, long nanos) {
        return share(map.lines().get(line).points().get(Recency.atLeast(nanos)).hits(), map.reads());
    }
}
