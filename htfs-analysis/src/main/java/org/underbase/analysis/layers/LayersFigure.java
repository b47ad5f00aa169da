package org.underbase.analysis.layers;

import com.fasterxml.jackson.databind.node.ArrayNode;
import com.fasterxml.jackson.databind.node.ObjectNode;
import java.util.ArrayList;
import java.util.List;
import org.agrona.collections.Long2LongHashMap;
import org.underbase.analysis.figure.Assumptions;
import org.underbase.analysis.figure.Chart;
import org.underbase.analysis.figure.Figure;
import org.underbase.analysis.figure.Figures;
import org.underbase.analysis.figure.Format;
import org.underbase.analysis.operator.Slots;
import org.underbase.analysis.paper.Paper;
import org.underbase.htfs.format.Activity;
import org.underbase.operator.output.SizeText;

/**
 * I/O by layer (FAST '14, Figure 2):
 *
 * <ul>
 *   <li><b>HDFS without overheads</b>: I/O that serves requests, that is, foreground reads and the writes of flushes.
 *   <li><b>HDFS with logging and compaction</b>: every byte that crossed the file system's interface.
 *   <li><b>Local file systems</b>: the paper's model of replication (section 3.2). One replica serves a read; a written byte
 *       is written once per replica, with the replication at the creation of its file. Checksums are not included.
 * </ul>
 */
public final class LayersFigure implements Figure<LayersPartial, Layers> {
    @Override
    public Class<Layers> resultType() {
        return Layers.class;
    }

    @Override
    public int position() {
        return 20;
    }

    @Override
    public LayersPartial start() {
        return new LayersPartial();
    }

    @Override
    public Layers finish(LayersPartial whole, Assumptions assumptions) {
        Activity[] activities = Activity.values();
        long[] local = new long[activities.length];
        Unknown unknown = new Unknown();
        for (LayersPartial.Files files : whole.files.sorted().values()) {
            for (int i = 0; i < activities.length; i++) {
                if (files.written[i] != null) {
                    local[i] += replicated(files.written[i], files.replication, assumptions.replication(), unknown);
                }
            }
        }
        List<Layers.ByActivity> by = new ArrayList<>();
        for (Activity activity : activities) {
            int i = Slots.of(activity);
            by.add(new Layers.ByActivity(activity, whole.read[i], whole.written[i], local[i]));
        }
        return new Layers(by, new IoBytes(whole.lostRead, whole.lostWritten), assumptions.replication(), unknown.bytes);
    }

    @Override
    public void addJson(Layers layers, ObjectNode json) {
        ObjectNode node = json.putObject("layers");
        node.set("core", layers.core().json());
        node.set("hdfs", layers.hdfs().json());
        node.set("local", layers.local().json());
        node.set("lost", layers.lost().json());
        layers.logPerFlush().ifPresent(factor -> node.put("logPerFlush", factor));
        layers.compactionPerFlush().ifPresent(factor -> node.put("compactionPerFlush", factor));
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
    }

    @Override
    public List<Chart> charts() {
        return List.of(
                new Chart("layers", 10, LayersFigure::layers), new Chart("activities", 20, LayersFigure::activities));
    }

    private static String layers(Figures figures) {
        Layers layers = figures.get(Layers.class);
        return "Reads are " + readShare(layers.core()) + " of the I/O that serves requests, " + readShare(layers.hdfs())
                + " once logging and compaction count, and " + readShare(layers.local())
                + " after replication; in the paper " + Format.roundPercent(Paper.CORE_READ_PERCENT) + ", "
                + Format.roundPercent(Paper.HDFS_READ_PERCENT) + " and " + Format.roundPercent(Paper.LOCAL_READ_PERCENT)
                + "." + lost(layers.lost());
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

    private static String readShare(IoBytes io) {
        return io.total() == 0 ? "none" : Format.roundPercent(io.readPercent());
    }

    private static long replicated(
            Long2LongHashMap written, Long2LongHashMap replication, int defaultReplication, Unknown unknown) {
        long[] sum = new long[1];
        written.longForEach((file, bytes) -> {
            long copies = replication.get(file);
            if (copies == LayersPartial.ABSENT) {
                copies = defaultReplication;
                unknown.bytes += bytes;
            }
            sum[0] += bytes * copies;
        });
        return sum[0];
    }

    private static final class Unknown {
        private long bytes;
    }
}
