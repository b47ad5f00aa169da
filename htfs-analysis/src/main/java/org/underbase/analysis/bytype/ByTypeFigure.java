package org.underbase.analysis.bytype;

import com.fasterxml.jackson.databind.node.ArrayNode;
import com.fasterxml.jackson.databind.node.JsonNodeFactory;
import com.fasterxml.jackson.databind.node.ObjectNode;
import java.util.ArrayList;
import java.util.List;
import java.util.Map;
import java.util.OptionalDouble;
import java.util.Set;
import org.underbase.analysis.access.Touched;
import org.underbase.analysis.catalog.FileFacts;
import org.underbase.analysis.catalog.FileKind;
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
 * Data by type of file, each accessed byte counted once (FAST '14, Figure 4a), and I/O by type (4b). Both contain files that
 * were deleted during the trace.
 */
public final class ByTypeFigure implements Figure<ByTypePartial, ByType> {
    /** Bytes of I/O per byte of data: of all types (71 TB of I/O on 26.5 TB), and of the two families that the text names. */
    private static final double ALL = 2.68;

    private static final Map<String, Double> FAMILIES = Map.of("PrefetchMeta", 15.0, "Keywords", 1.1);

    @Override
    public Class<ByType> resultType() {
        return ByType.class;
    }

    @Override
    public int position() {
        return 26;
    }

    @Override
    public ByTypePartial start(TraceFacts trace) {
        return new ByTypePartial();
    }

    @Override
    public FileVisitor file(ByTypePartial sums, FileFacts file) {
        return sums.file(file);
    }

    @Override
    public ByType finish(ByTypePartial whole, TraceFacts trace) {
        List<ByType.OfType> types = new ArrayList<>();
        for (Map.Entry<FileKind, ByTypePartial.Sums> entry : whole.kinds.entrySet()) {
            ByTypePartial.Sums sums = entry.getValue();
            types.add(new ByType.OfType(
                    entry.getKey().label(whole.kinds.keySet()),
                    entry.getKey().label(),
                    sums.data,
                    sums.live,
                    sums.read,
                    sums.written));
        }
        return new ByType(types);
    }

    @Override
    public Map<String, Set<Quantity>> needs() {
        return Map.of(
                "byType",
                Set.of(Quantity.HDFS_BYTES),
                "dataByType",
                Set.of(Quantity.HDFS_BYTES),
                "ioByType",
                Set.of(Quantity.HDFS_BYTES));
    }

    @Override
    public void addJson(ByType result, ObjectNode json) {
        ObjectNode node = json.putObject("byType");
        node.set("all", json(result.all()).put("paperIoPerByte", ALL));
        ArrayNode types = node.putArray("types");
        for (ByType.OfType type : result.types()) {
            ObjectNode entry =
                    json(type).put("type", type.label()).put("name", type.name().replace('/', ','));
            Double paper = FAMILIES.get(type.label());
            if (paper != null) {
                entry.put("paperIoPerByte", paper);
            }
            types.add(entry);
        }
    }

    private static ObjectNode json(ByType.OfType type) {
        ObjectNode node = JsonNodeFactory.instance
                .objectNode()
                .put("readOnlyData", type.data().readOnly())
                .put("readAndWrittenData", type.data().both())
                .put("writtenOnlyData", type.data().writtenOnly())
                .put("liveData", type.live().total())
                .put("read", type.read())
                .put("written", type.written());
        type.ioPerByte().ifPresent(ratio -> node.put("ioPerByte", ratio));
        return node;
    }

    @Override
    public boolean isEstimable() {
        return true;
    }

    @Override
    public void estimates(ByType result, EstimateSink sink) {
        estimates("byType/all", result.all(), sink);
        for (ByType.OfType type : result.types()) {
            estimates("byType/types/name=" + type.name().replace('/', ','), type, sink);
        }
    }

    private static void estimates(String path, ByType.OfType type, EstimateSink sink) {
        sink.total(path + "/readOnlyData", type.data().readOnly());
        sink.total(path + "/readAndWrittenData", type.data().both());
        sink.total(path + "/writtenOnlyData", type.data().writtenOnly());
        sink.total(path + "/liveData", type.live().total());
        sink.total(path + "/read", type.read());
        sink.total(path + "/written", type.written());
        sink.ratio(
                path + "/ioPerByte", type.read() + type.written(), type.data().total());
    }

    @Override
    public void addCsv(ByType result, CsvTables tables) {
        CsvTables.Table data = tables.table("f4a-data-by-type", "dataByType", "type", "bytes");
        CsvTables.Table io = tables.table("f4b-io-by-type", "ioByType", "type", "bytes");
        for (ByType.OfType type : result.types()) {
            Touched touched = type.data();
            data.row("read only", type.label(), touched.readOnly());
            data.row("read and written", type.label(), touched.both());
            data.row("written only", type.label(), touched.writtenOnly());
            io.row("read", type.label(), type.read());
            io.row("written", type.label(), type.written());
        }
    }

    @Override
    public List<Chart> charts() {
        return List.of(
                new Chart("dataByType", 34, ByTypeFigure::dataCaption),
                new Chart("ioByType", 36, ByTypeFigure::ioCaption));
    }

    private static String dataCaption(Figures figures) {
        Touched data = figures.get(ByType.class).all().data();
        String paper = "in the paper little data was both.";
        return data.total() == 0
                ? "No data was accessed; " + paper
                : Format.percent(100.0 * data.both() / data.total()) + " of the " + SizeText.of(data.total())
                        + " of data that were accessed were both read and written; " + paper;
    }

    private static String ioCaption(Figures figures) {
        OptionalDouble ratio = figures.get(ByType.class).all().ioPerByte();
        String paper = "in the paper " + Format.times(ALL) + ", and from " + Format.times(FAMILIES.get("Keywords"))
                + " of Keywords to " + Format.times(FAMILIES.get("PrefetchMeta")) + " of PrefetchMeta.";
        return ratio.isEmpty()
                ? "No data was accessed, so there is no I/O per byte; " + paper
                : "I/O is " + Format.times(ratio.getAsDouble()) + " the data that was accessed; " + paper;
    }
}
