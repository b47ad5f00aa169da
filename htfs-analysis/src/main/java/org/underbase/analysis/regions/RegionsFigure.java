package org.underbase.analysis.regions;

import com.fasterxml.jackson.databind.node.ArrayNode;
import com.fasterxml.jackson.databind.node.ObjectNode;
import java.util.List;
import java.util.Map;
import java.util.OptionalDouble;
import java.util.Set;
import org.underbase.analysis.catalog.FileFacts;
import org.underbase.analysis.figure.Chart;
import org.underbase.analysis.figure.CsvTables;
import org.underbase.analysis.figure.Figure;
import org.underbase.analysis.figure.Figures;
import org.underbase.analysis.figure.FileVisitor;
import org.underbase.analysis.figure.Format;
import org.underbase.analysis.figure.Quantity;
import org.underbase.analysis.figure.TraceFacts;
import org.underbase.analysis.paper.Paper;

/**
 * Hot regions, and write amplification by region: bytes written to disks, with all replicas, per byte that flushes wrote. Logs
 * belong to servers, so their bytes are in the sum of all regions only.
 */
public final class RegionsFigure implements Figure<RegionsPartial, Regions> {
    /** Number of regions in the JSON output and in the page; the tables in CSV contain all. */
    private static final int MOST = 100;

    private static final int[] TOPS = {1, 10, 100};

    @Override
    public Class<Regions> resultType() {
        return Regions.class;
    }

    @Override
    public int position() {
        return 28;
    }

    @Override
    public RegionsPartial start(TraceFacts trace) {
        return new RegionsPartial(trace.assumptions().replication());
    }

    @Override
    public FileVisitor file(RegionsPartial sums, FileFacts file) {
        return sums.file(file);
    }

    @Override
    public Regions finish(RegionsPartial whole, TraceFacts trace) {
        return whole.finish();
    }

    @Override
    public Map<String, Set<Quantity>> needs() {
        Set<Quantity> copies = Set.of(Quantity.HDFS_BYTES, Quantity.REPLICA_BYTES, Quantity.ACTIVITIES);
        return Map.of(
                "regions", Set.of(Quantity.HDFS_BYTES),
                "hotRegions", Set.of(Quantity.HDFS_BYTES),
                "writeAmplification", copies);
    }

    @Override
    public void addJson(Regions result, ObjectNode json) {
        ObjectNode node =
                json.putObject("regions").put("count", result.byRegion().size());
        ArrayNode shares = node.putArray("shareOfTop");
        for (int top : TOPS) {
            ObjectNode of = shares.addObject().put("regions", top);
            put(of, "read", result.shareOfTop(top, Regions.Sums::read));
            put(of, "written", result.shareOfTop(top, Regions.Sums::written));
            put(of, "data", result.shareOfTop(top, Regions.Sums::data));
        }
        ArrayNode regions = node.putArray("byRegion");
        top(result).forEach(of -> io(of.sums(), name(of.region(), regions.addObject())));
        io(result.outside(), node.putObject("otherFiles"));

        ObjectNode amplification = json.putObject("writeAmplification");
        physical(result.all(), amplification.putObject("all"));
        ArrayNode byRegion = amplification.putArray("byRegion");
        top(result).forEach(of -> physical(of.sums(), name(of.region(), byRegion.addObject())));
        physical(result.outside(), amplification.putObject("otherFiles"));
    }

    private static List<Regions.OfRegion> top(Regions result) {
        return result.byRegion().subList(0, Math.min(MOST, result.byRegion().size()));
    }

    private static ObjectNode name(Region region, ObjectNode node) {
        return node.put("table", region.table()).put("region", region.name());
    }

    private static void io(Regions.Sums sums, ObjectNode node) {
        node.put("read", sums.read()).put("written", sums.written()).put("data", sums.data());
    }

    private static void physical(Regions.Sums sums, ObjectNode node) {
        node.put("flushed", sums.flushed())
                .put("logging", sums.physical().logging())
                .put("flush", sums.physical().flush())
                .put("compaction", sums.physical().compaction())
                .put("other", sums.physical().other());
        put(node, "amplification", sums.amplification());
    }

    private static void put(ObjectNode node, String name, OptionalDouble value) {
        value.ifPresent(number -> node.put(name, number));
    }

    @Override
    public void addCsv(Regions result, CsvTables tables) {
        CsvTables.Table io = tables.table("hot-regions", "hotRegions", "region", "bytes");
        CsvTables.Table physical = tables.table("write-amplification", "writeAmplification", "region", "bytes");
        for (Regions.OfRegion of : result.byRegion()) {
            String region = of.region().label();
            Regions.Sums sums = of.sums();
            io.row("read", region, sums.read());
            io.row("written", region, sums.written());
            io.row("data", region, sums.data());
            physical.row("flushed", region, sums.flushed());
            physical.row("flush, all replicas", region, sums.physical().flush());
            physical.row("compaction, all replicas", region, sums.physical().compaction());
            physical.row("other, all replicas", region, sums.physical().other());
        }
    }

    @Override
    public List<Chart> charts() {
        return List.of(
                new Chart("hotRegions", 64, RegionsFigure::hot),
                new Chart("writeAmplification", 66, RegionsFigure::amplification));
    }

    private static String hot(Figures figures) {
        Regions regions = figures.get(Regions.class);
        OptionalDouble read = regions.shareOfTop(1, Regions.Sums::read);
        OptionalDouble written = regions.shareOfTop(1, Regions.Sums::written);
        return read.isEmpty() && written.isEmpty()
                ? "No store file was read or written."
                : "Of " + Format.count(regions.byRegion().size()) + " regions, the one with the most reads has "
                        + Format.percent(100 * read.orElse(0)) + " of all bytes read, the one with the most writes "
                        + Format.percent(100 * written.orElse(0))
                        + " of all bytes written; the paper reports nothing by region.";
    }

    private static String amplification(Figures figures) {
        Regions.Sums all = figures.get(Regions.class).all();
        return all.amplification().isEmpty()
                ? "Nothing was flushed, so there is no write amplification."
                : "Disks write " + Format.times(all.amplification().getAsDouble())
                        + " the bytes that flushes wrote, with logs and all replicas; in the paper "
                        + Format.times(3 * (1 + Paper.LOG_PER_FLUSH + Paper.COMPACTION_PER_FLUSH)) + ".";
    }
}
