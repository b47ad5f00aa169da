package org.underbase.analysis.heat;

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
import org.underbase.operator.output.SizeText;

/**
 * Data by the number of its reads (FAST '14, Figure 8a), and the bytes read of it (8b). The unit is the byte, across all
 * processes; a truncated byte is another one than its successor.
 */
public final class HeatFigure implements Figure<HeatPartial, Heat> {
    /** Figure 8a: percent of the data that is read once. */
    private static final double ONCE_PERCENT = 73.7;
    /** Figure 8a: percent of the data that is read at least 64 times. */
    private static final double HOT_PERCENT = 1.1;
    /** Figure 8b: percent of the bytes read that belong to data that is read once. */
    private static final double READ_ONCE_PERCENT = 19;

    @Override
    public Class<Heat> resultType() {
        return Heat.class;
    }

    @Override
    public int position() {
        return 38;
    }

    @Override
    public HeatPartial start(TraceFacts trace) {
        return new HeatPartial();
    }

    @Override
    public FileVisitor file(HeatPartial sums, FileFacts file) {
        return sums.file();
    }

    @Override
    public Heat finish(HeatPartial whole, TraceFacts trace) {
        return new Heat(classes(whole.all), classes(whole.core), whole.unplaced);
    }

    private static List<Heat.OfClass> classes(HeatPartial.Counts counts) {
        List<Heat.OfClass> classes = new ArrayList<>();
        for (int i = 0; i < Heat.CLASSES; i++) {
            classes.add(new Heat.OfClass(Heat.label(i), counts.bytes[i], counts.read[i]));
        }
        return classes;
    }

    @Override
    public Map<String, Set<Quantity>> needs() {
        return Map.of("heat", Set.of(Quantity.BYTES), "heat.core", Set.of(Quantity.BYTES, Quantity.ACTIVITIES));
    }

    @Override
    public void addJson(Heat heat, ObjectNode json) {
        ObjectNode node = json.putObject("heat");
        addClasses(heat.all(), node.putArray("all"));
        addClasses(heat.core(), node.putArray("core"));
        node.put("bytes", heat.bytes()).put("readBytes", heat.readBytes()).put("unplaced", heat.unplacedBytes());
        node.putObject("paper")
                .put("oncePercent", ONCE_PERCENT)
                .put("hotPercent", HOT_PERCENT)
                .put("readOncePercent", READ_ONCE_PERCENT);
    }

    private static void addClasses(List<Heat.OfClass> classes, ArrayNode array) {
        for (Heat.OfClass of : classes) {
            array.addObject().put("reads", of.label()).put("bytes", of.bytes()).put("readBytes", of.readBytes());
        }
    }

    @Override
    public boolean isEstimable() {
        return true;
    }

    @Override
    public void estimates(Heat heat, EstimateSink sink) {
        estimates("heat/all", heat.all(), sink);
        estimates("heat/core", heat.core(), sink);
        sink.total("heat/bytes", heat.bytes());
        sink.total("heat/readBytes", heat.readBytes());
    }

    private static void estimates(String name, List<Heat.OfClass> classes, EstimateSink sink) {
        long bytes = classes.stream().mapToLong(Heat.OfClass::bytes).sum();
        long readBytes = classes.stream().mapToLong(Heat.OfClass::readBytes).sum();
        for (Heat.OfClass of : classes) {
            String path = name + "/reads=" + of.label();
            sink.total(path + "/bytes", of.bytes());
            sink.total(path + "/readBytes", of.readBytes());
            sink.ratio(path + "/shareOfBytes", of.bytes(), bytes);
            sink.ratio(path + "/shareOfReadBytes", of.readBytes(), readBytes);
        }
    }

    @Override
    public void addCsv(Heat heat, CsvTables tables) {
        CsvTables.Table data = tables.table("f8a-data-by-reads", "heat", "reads", "bytes");
        CsvTables.Table reads = tables.table("f8b-reads-by-reads", "heat", "reads", "bytes");
        rows(heat.all(), "all", data, reads);
        rows(heat.core(), "core", data, reads);
    }

    private static void rows(List<Heat.OfClass> classes, String series, CsvTables.Table data, CsvTables.Table reads) {
        for (Heat.OfClass of : classes) {
            data.row(series, of.label(), of.bytes());
            reads.row(series, of.label(), of.readBytes());
        }
    }

    @Override
    public List<Chart> charts() {
        return List.of(new Chart("heat", 58, HeatFigure::caption));
    }

    private static String caption(Figures figures) {
        Heat heat = figures.get(Heat.class);
        String paper = "in the paper " + Format.percent(ONCE_PERCENT) + ", " + Format.percent(READ_ONCE_PERCENT)
                + " and " + Format.percent(HOT_PERCENT) + ".";
        if (heat.bytes() == 0) {
            return "Nothing was read, so no data is read once; " + paper;
        }
        Heat.OfClass once = heat.all().get(0);
        return "Of the " + SizeText.of(heat.bytes()) + " of data that were read, "
                + Format.percent(100.0 * once.bytes() / heat.bytes()) + " were read once, with "
                + Format.percent(100.0 * once.readBytes() / heat.readBytes()) + " of the bytes read, and "
                + Format.percent(100.0 * heat.all().get(Heat.CLASSES - 1).bytes() / heat.bytes())
                + " at least 64 times; " + paper;
    }
}
