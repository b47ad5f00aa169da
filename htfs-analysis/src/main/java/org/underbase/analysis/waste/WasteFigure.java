package org.underbase.analysis.waste;

import com.fasterxml.jackson.databind.node.ArrayNode;
import com.fasterxml.jackson.databind.node.ObjectNode;
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
import org.underbase.operator.output.SizeText;

/**
 * Wasted compaction: bytes of user tables that compactions wrote and that no request read before the end of the file's life.
 * Requests are foreground reads, as in the layers. {@link
 * org.underbase.analysis.access.CompactionInput} defines the next compaction.
 */
public final class WasteFigure implements Figure<WastePartial, CompactionWaste> {
    @Override
    public Class<CompactionWaste> resultType() {
        return CompactionWaste.class;
    }

    @Override
    public FileDetail detail() {
        return FileDetail.CALLS;
    }

    @Override
    public int position() {
        return 29;
    }

    @Override
    public WastePartial start(TraceFacts trace) {
        return new WastePartial(trace.definitions().systemInCore());
    }

    @Override
    public FileVisitor file(WastePartial sums, FileFacts file) {
        return sums.file(file);
    }

    @Override
    public CompactionWaste finish(WastePartial whole, TraceFacts trace) {
        return whole.finish();
    }

    @Override
    public Map<String, Set<Quantity>> needs() {
        return Map.of("compactionWaste", Set.of(Quantity.HDFS_BYTES, Quantity.ACTIVITIES, Quantity.NAMESPACE));
    }

    @Override
    public void addJson(CompactionWaste waste, ObjectNode json) {
        ObjectNode node = json.putObject("compactionWaste");
        addJson(waste.all(), node);
        ArrayNode types = node.putArray("byType");
        waste.types().forEach(type -> addJson(type, types.addObject().put("type", type.label())));
    }

    private static void addJson(CompactionWaste.OfType type, ObjectNode node) {
        addJson(type.ended(), node.putObject("ended"));
        addJson(type.existing(), node.putObject("existing"));
    }

    private static void addJson(CompactionWaste.Use use, ObjectNode node) {
        node.put("files", use.files())
                .put("written", use.written())
                .put("requested", use.requested())
                .put("compacted", use.compacted())
                .put("unread", use.unread());
    }

    @Override
    public void addCsv(CompactionWaste waste, CsvTables tables) {
        CsvTables.Table table = tables.table("wasted-compaction", "compactionWaste", "type", "bytes");
        for (CompactionWaste.OfType type : waste.types()) {
            addCsv("ended, ", type.label(), type.ended(), table);
            addCsv("existing, ", type.label(), type.existing(), table);
        }
    }

    private static void addCsv(String files, String type, CompactionWaste.Use use, CsvTables.Table table) {
        table.row(files + "read by requests", type, use.requested());
        table.row(files + "read by the next compaction only", type, use.compacted());
        table.row(files + "never read", type, use.unread());
    }

    @Override
    public List<Chart> charts() {
        return List.of(new Chart("compactionWaste", 67, WasteFigure::caption));
    }

    private static String caption(Figures figures) {
        CompactionWaste.OfType all = figures.get(CompactionWaste.class).all();
        String paper = "; the paper reports no such share.";
        if (all.ended().written() + all.existing().written() == 0) {
            return "No compaction wrote a file of a user table" + paper;
        }
        return "In this trace, " + read(all.ended(), "have ended") + ", and "
                + read(all.existing(), "exist at the end of the trace") + paper;
    }

    private static String read(CompactionWaste.Use use, String files) {
        if (use.written() == 0) {
            return "compactions wrote no bytes to files that " + files;
        }
        String written = SizeText.of(use.written()) + " that compactions wrote to files that " + files;
        return use.wasted() == 0
                ? "requests read all of the " + written
                : "requests did not read " + Format.percent(100.0 * use.wasted() / use.written()) + " of the "
                        + written;
    }
}
