package org.underbase.analysis.touched;

import com.fasterxml.jackson.databind.node.ObjectNode;
import java.util.List;
import java.util.Map;
import java.util.Set;
import org.underbase.analysis.access.Touched;
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
import org.underbase.operator.output.SizeText;

/**
 * Data that I/O touched, by layer (FAST '14, Figure 3). It contains the files that exist at the end of the trace. The layers
 * are those of Figure 2; on disks, a write touches all replicas, a read one, or all by the definitions.
 */
public final class TouchedFigure implements Figure<TouchedPartial, TouchedData> {
    /** Figure 3: data that core I/O touched, in TB. */
    private static final double CORE_TB = 3.9;
    /** Figure 3: data on disks, in TB. */
    private static final double USED_TB = 120;

    @Override
    public Class<TouchedData> resultType() {
        return TouchedData.class;
    }

    @Override
    public int position() {
        return 24;
    }

    @Override
    public TouchedPartial start(TraceFacts trace) {
        return new TouchedPartial(
                trace.assumptions().replication(), trace.definitions().allReplicas());
    }

    @Override
    public FileVisitor file(TouchedPartial sums, FileFacts file) {
        return sums.file(file);
    }

    @Override
    public TouchedData finish(TouchedPartial whole, TraceFacts trace) {
        return new TouchedData(whole.core, whole.hdfs, whole.local, trace.usedBytes());
    }

    @Override
    public Map<String, Set<Quantity>> needs() {
        Set<Quantity> data = Set.of(Quantity.HDFS_BYTES, Quantity.NAMESPACE);
        return Map.of(
                "touchedData",
                data,
                "touchedData.core",
                Set.of(Quantity.HDFS_BYTES, Quantity.NAMESPACE, Quantity.ACTIVITIES),
                "touchedData.hdfs",
                data,
                "touchedData.local",
                Set.of(Quantity.HDFS_BYTES, Quantity.NAMESPACE, Quantity.REPLICA_BYTES));
    }

    @Override
    public void addJson(TouchedData data, ObjectNode json) {
        ObjectNode node = json.putObject("touchedData");
        addBar(data.core(), node.putObject("core"));
        addBar(data.hdfs(), node.putObject("hdfs"));
        addBar(data.local(), node.putObject("local"));
        data.usedBytes().ifPresent(used -> node.put("used", used));
        data.untouched().ifPresent(untouched -> node.put("untouched", untouched));
        node.putObject("paper").put("coreTB", CORE_TB).put("usedTB", USED_TB).put("touchedPercent", 33);
    }

    private static void addBar(Touched bar, ObjectNode node) {
        node.put("readOnly", bar.readOnly()).put("readAndWritten", bar.both()).put("writtenOnly", bar.writtenOnly());
    }

    @Override
    public boolean isEstimable() {
        return true;
    }

    @Override
    public void estimates(TouchedData data, EstimateSink sink) {
        estimates("core", data.core(), sink);
        estimates("hdfs", data.hdfs(), sink);
        estimates("local", data.local(), sink);
    }

    private static void estimates(String layer, Touched bar, EstimateSink sink) {
        sink.total("touchedData/" + layer + "/readOnly", bar.readOnly());
        sink.total("touchedData/" + layer + "/readAndWritten", bar.both());
        sink.total("touchedData/" + layer + "/writtenOnly", bar.writtenOnly());
    }

    @Override
    public void addCsv(TouchedData data, CsvTables tables) {
        rows(tables, "core", data.core());
        rows(tables, "hdfs", data.hdfs());
        CsvTables.Table disks = rows(tables, "local", data.local());
        data.untouched().ifPresent(untouched -> disks.row("untouched", "local", untouched));
    }

    private static CsvTables.Table rows(CsvTables tables, String layer, Touched bar) {
        CsvTables.Table table = tables.table("f3-touched-data", "touchedData." + layer, "layer", "bytes");
        table.row("read only", layer, bar.readOnly());
        table.row("read and written", layer, bar.both());
        table.row("written only", layer, bar.writtenOnly());
        return table;
    }

    @Override
    public List<Chart> charts() {
        return List.of(new Chart("touchedData", 32, TouchedFigure::caption));
    }

    private static String caption(Figures figures) {
        TouchedData data = figures.get(TouchedData.class);
        String paper = "in the paper 3.9 TB, several times less than all I/O, and a third of 120 TB on disks.";
        if (data.hdfs().total() == 0) {
            return "No data that exists at the end was accessed; " + paper;
        }
        String core = figures.notAvailable("touchedData.core").isPresent()
                ? "an unknown part"
                : SizeText.of(data.core().total());
        return "I/O that serves requests touched " + core + " of the "
                + SizeText.of(data.hdfs().total()) + " of data that was accessed and exists at the end"
                + disks(figures, data)
                + "; " + paper;
    }

    private static String disks(Figures figures, TouchedData data) {
        if (data.untouched().isEmpty()) {
            return "";
        }
        long used = data.usedBytes().getAsLong();
        String touched = SizeText.of(data.local().total());
        return data.untouched().getAsLong() < 0 || used == 0
                ? ", which is " + touched + " on disks and more than the " + SizeText.of(used)
                        + " given as used (check --used)"
                : ", which is " + touched + " on disks, "
                        + Format.percent(100.0 * data.local().total() / used) + " of what is used"
                        + (figures.trace().definitions().allReplicas() ? " if a read touches all replicas" : "");
    }
}
