package org.underbase.analysis.layers;

import com.fasterxml.jackson.databind.node.ArrayNode;
import com.fasterxml.jackson.databind.node.ObjectNode;
import java.util.ArrayList;
import java.util.Arrays;
import java.util.List;
import java.util.Map;
import java.util.Set;
import org.underbase.analysis.access.FileDetail;
import org.underbase.analysis.catalog.FileFacts;
import org.underbase.analysis.figure.Chart;
import org.underbase.analysis.figure.CsvTables;
import org.underbase.analysis.figure.Figure;
import org.underbase.analysis.figure.Figures;
import org.underbase.analysis.figure.FileVisitor;
import org.underbase.analysis.figure.Format;
import org.underbase.analysis.figure.Quantity;
import org.underbase.analysis.figure.TraceFacts;
import org.underbase.analysis.operator.Slots;
import org.underbase.analysis.paper.Paper;
import org.underbase.htfs.format.Activity;
import org.underbase.htfs.format.SubActivity;
import org.underbase.operator.output.SizeText;

/**
 * I/O by layer (FAST '14, Figure 2):
 *
 * <ul>
 *   <li><b>HDFS without overheads</b>: I/O that serves requests, that is, foreground reads and the writes of flushes, of the
 *       store files of user tables.
 *   <li><b>HDFS with logging and compaction</b>: every byte that crossed the file system's interface.
 *   <li><b>Local file systems</b>: the paper's model of replication (section 3.2). One replica serves a read; a written byte
 *       is written once per replica, with the replication at the creation of its file; that of an erasure-coded file also
 *       to parity cells. A later increase of the replication copies the file as written until then. Checksums are not
 *       included.
 * </ul>
 */
public final class LayersFigure implements Figure<LayersPartial, Layers> {
    private static final Set<Quantity> ACTIVITIES = Set.of(Quantity.HDFS_BYTES, Quantity.ACTIVITIES);
    private static final Set<Quantity> COPIES = Set.of(Quantity.HDFS_BYTES, Quantity.REPLICA_BYTES);

    @Override
    public Class<Layers> resultType() {
        return Layers.class;
    }

    @Override
    public FileDetail detail() {
        return FileDetail.CHANGES;
    }

    @Override
    public int position() {
        return 20;
    }

    @Override
    public LayersPartial start(TraceFacts trace) {
        return new LayersPartial(trace.assumptions().replication());
    }

    @Override
    public FileVisitor file(LayersPartial sums, FileFacts file) {
        return sums.file(file);
    }

    @Override
    public Layers finish(LayersPartial whole, TraceFacts trace) {
        List<Layers.ByActivity> by = new ArrayList<>();
        List<Layers.OfPart> parts = new ArrayList<>();
        for (Activity activity : Activity.values()) {
            int i = Slots.of(activity);
            long read = Arrays.stream(whole.read[i]).sum();
            long written = Arrays.stream(whole.written[i]).sum();
            by.add(new Layers.ByActivity(activity, read, written, whole.physical[i]));
            for (SubActivity part : SubActivity.values()) {
                IoBytes io = whole.of(activity, part);
                if (part != SubActivity.NONE && io.total() > 0) {
                    parts.add(new Layers.OfPart(activity, part, io));
                }
            }
        }
        return new Layers(
                by,
                parts,
                new IoBytes(whole.systemRead, whole.systemWritten),
                trace.definitions().systemInCore(),
                new IoBytes(whole.lostRead, whole.lostWritten),
                whole.copied,
                trace.assumptions().replication(),
                whole.assumed);
    }

    @Override
    public boolean isScaled() {
        return true;
    }

    @Override
    public Map<String, Set<Quantity>> needs() {
        return Map.ofEntries(
                Map.entry("layers", Set.of(Quantity.BYTES)),
                Map.entry("layers.core", ACTIVITIES),
                Map.entry("layers.hdfs", Set.of(Quantity.HDFS_BYTES)),
                Map.entry("layers.local", Set.of(Quantity.REPLICA_BYTES)),
                Map.entry("layers.systemTables", ACTIVITIES),
                Map.entry("layers.logPerFlush", ACTIVITIES),
                Map.entry("layers.compactionPerFlush", ACTIVITIES),
                Map.entry("layers.rereplicated", COPIES),
                Map.entry("layers.assumed", COPIES),
                Map.entry("layers.byActivity", ACTIVITIES),
                Map.entry("layers.bySubActivity", Set.of(Quantity.HDFS_BYTES, Quantity.THREADS)),
                Map.entry("activities", ACTIVITIES));
    }

    @Override
    public void addJson(Layers layers, ObjectNode json) {
        ObjectNode node = json.putObject("layers");
        node.set("core", layers.core().json());
        node.set("hdfs", layers.hdfs().json());
        node.set("local", layers.local().json());
        node.set("systemTables", layers.systemTables().json());
        node.set("lost", layers.lost().json());
        layers.logPerFlush().ifPresent(factor -> node.put("logPerFlush", factor));
        layers.compactionPerFlush().ifPresent(factor -> node.put("compactionPerFlush", factor));
        node.put("rereplicated", layers.rereplicated());
        node.put("defaultReplication", layers.defaultReplication());
        node.put("assumed", layers.assumedBytes());
        ArrayNode activities = node.putArray("byActivity");
        for (Layers.ByActivity of : layers.byActivity()) {
            activities
                    .addObject()
                    .put("activity", of.activity().label())
                    .put("read", of.read())
                    .put("written", of.written())
                    .put("localWritten", of.localWritten());
        }
        ArrayNode parts = node.putArray("bySubActivity");
        for (Layers.OfPart of : layers.parts()) {
            parts.addObject()
                    .put("activity", of.activity().label())
                    .put("subActivity", of.part().label())
                    .put("read", of.io().read())
                    .put("written", of.io().written());
        }
    }

    @Override
    public void addCsv(Layers layers, CsvTables tables) {
        row(tables, "core", layers.core());
        row(tables, "hdfs", layers.hdfs());
        row(tables, "local", layers.local());
    }

    private static void row(CsvTables tables, String layer, IoBytes io) {
        CsvTables.Table table = tables.table("f2-layers", "layers." + layer, "layer", "bytes");
        table.row("read", layer, io.read());
        table.row("written", layer, io.written());
    }

    @Override
    public List<Chart> charts() {
        return List.of(
                new Chart("layers", 10, LayersFigure::layers), new Chart("activities", 20, LayersFigure::activities));
    }

    private static String layers(Figures figures) {
        Layers layers = figures.get(Layers.class);
        return "Reads are " + readShare(figures, "core", layers.core()) + " of the I/O that serves requests, "
                + readShare(figures, "hdfs", layers.hdfs()) + " once logging and compaction count, and "
                + readShare(figures, "local", layers.local())
                + " after replication; in the paper " + Format.roundPercent(Paper.CORE_READ_PERCENT) + ", "
                + Format.roundPercent(Paper.HDFS_READ_PERCENT) + " and " + Format.roundPercent(Paper.LOCAL_READ_PERCENT)
                + "." + systemTables(figures, layers) + lost(layers.lost());
    }

    private static String systemTables(Figures figures, Layers layers) {
        IoBytes io = layers.systemTables();
        return io.total() == 0 || figures.notAvailable("layers.core").isPresent()
                ? ""
                : " The first bar " + layers.verbOfSystemTables() + " HBase's own tables, with "
                        + SizeText.of(io.read()) + " read and " + SizeText.of(io.written()) + " flushed.";
    }

    private static String lost(IoBytes lost) {
        return lost.total() == 0
                ? ""
                : " The second and third bar include " + SizeText.of(lost.read()) + " read and "
                        + SizeText.of(lost.written()) + " written by calls whose events were lost while recording.";
    }

    private static String activities(Figures figures) {
        Layers layers = figures.get(Layers.class);
        String paper = "in the paper " + Format.times(Paper.LOG_PER_FLUSH) + " ("
                + Format.times(Paper.COMPRESSED_LOG_PER_FLUSH) + " with compressed logs) and "
                + Format.times(Paper.COMPACTION_PER_FLUSH) + ".";
        if (layers.logPerFlush().isEmpty()) {
            return "Nothing was flushed, so there are no factors of logging and compaction; " + paper;
        }
        return "Logging wrote " + Format.times(layers.logPerFlush().getAsDouble()) + " and compactions "
                + Format.times(layers.compactionPerFlush().orElse(0)) + " the bytes that flushes wrote; " + paper;
    }

    private static String readShare(Figures figures, String layer, IoBytes io) {
        return figures.notAvailable("layers." + layer).isPresent()
                ? "an unknown share"
                : io.total() == 0 ? "none" : Format.roundPercent(io.readPercent());
    }
}
