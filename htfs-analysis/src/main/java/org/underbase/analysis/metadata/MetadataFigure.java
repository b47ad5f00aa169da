package org.underbase.analysis.metadata;

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
 * Load of the NameNode: calls on the namespace, opens, and closes of outputs. The requests of a client for further blocks of a
 * file are no calls of the application, so a trace does not contain them.
 */
public final class MetadataFigure implements Figure<MetadataPartial, MetadataLoad> {
    /** Number of hosts and of users in the JSON output and in the page; the tables in CSV contain all. */
    private static final int MOST = 100;

    @Override
    public Class<MetadataLoad> resultType() {
        return MetadataLoad.class;
    }

    @Override
    public FileDetail detail() {
        return FileDetail.CALLS;
    }

    @Override
    public int position() {
        return 52;
    }

    @Override
    public MetadataPartial start(TraceFacts trace) {
        return new MetadataPartial();
    }

    @Override
    public FileVisitor file(MetadataPartial sums, FileFacts file) {
        return sums.file();
    }

    @Override
    public MetadataLoad finish(MetadataPartial whole, TraceFacts trace) {
        return whole.finish(trace.lastNanos() - trace.firstNanos());
    }

    @Override
    public Map<String, Set<Quantity>> needs() {
        return Map.of(
                "metadataLoad",
                Set.of(Quantity.METADATA),
                "metadataLoad.bytes",
                Set.of(Quantity.HDFS_BYTES),
                "metadataLoad.callsPerGib",
                Set.of(Quantity.HDFS_BYTES),
                "metadataLoad.bytesPerOpen",
                Set.of(Quantity.HDFS_BYTES),
                "metadataLoad.bytesPerFile",
                Set.of(Quantity.HDFS_BYTES));
    }

    @Override
    public void addJson(MetadataLoad load, ObjectNode json) {
        ObjectNode node = json.putObject("metadataLoad").put("spanNanos", load.spanNanos());
        addJson(load.all(), load.spanNanos(), node);
        load.bytesPerFile().ifPresent(bytes -> node.put("files", load.files()).put("bytesPerFile", bytes));
        addJson(load.hosts(), load.spanNanos(), node.putArray("hosts"));
        addJson(load.users(), load.spanNanos(), node.putArray("users"));
    }

    private static void addJson(List<MetadataLoad.Load> loads, long nanos, ArrayNode array) {
        loads.stream().limit(MOST).forEach(load -> {
            ObjectNode node = array.addObject().put("name", load.name());
            addJson(load, nanos, node);
        });
    }

    private static void addJson(MetadataLoad.Load load, long nanos, ObjectNode node) {
        node.put("calls", load.calls()).put("opens", load.opens());
        // The source of an imported trace may have no bytes.
        if (load.bytes() > 0) {
            node.put("bytes", load.bytes());
        }
        load.perSecond(nanos).ifPresent(calls -> node.put("callsPerSecond", calls));
        load.perGib().ifPresent(calls -> node.put("callsPerGib", calls));
        load.bytesPerOpen().ifPresent(bytes -> node.put("bytesPerOpen", bytes));
    }

    @Override
    public void addCsv(MetadataLoad load, CsvTables tables) {
        addCsv(tables, "host", load.hosts(), load.spanNanos());
        addCsv(tables, "user", load.users(), load.spanNanos());
    }

    private static void addCsv(CsvTables tables, String by, List<MetadataLoad.Load> loads, long nanos) {
        CsvTables.Table calls = tables.table("metadata-calls-by-" + by, "metadataLoad", by, "calls/s");
        CsvTables.Table perGib = tables.table("metadata-per-gib-by-" + by, "metadataLoad.callsPerGib", by, "calls/GiB");
        CsvTables.Table perOpen = tables.table("bytes-per-open-by-" + by, "metadataLoad.bytes", by, "bytes");
        for (MetadataLoad.Load load : loads) {
            load.perSecond(nanos).ifPresent(value -> calls.row("NameNode", load.name(), value));
            load.perGib().ifPresent(value -> perGib.row("NameNode", load.name(), value));
            load.bytesPerOpen().ifPresent(value -> perOpen.row("moved", load.name(), value));
        }
    }

    @Override
    public List<Chart> charts() {
        return List.of(new Chart("metadataLoad", 72, MetadataFigure::caption));
    }

    private static String caption(Figures figures) {
        MetadataLoad load = figures.get(MetadataLoad.class);
        StringBuilder text = new StringBuilder("The NameNode served ")
                .append(Format.count(load.all().calls()))
                .append(" calls");
        load.perSecond()
                .ifPresent(
                        calls -> text.append(", ").append(Format.number(calls)).append("/s"));
        if (figures.notAvailable("metadataLoad.callsPerGib").isEmpty()) {
            load.all().perGib().ifPresent(calls -> text.append(", ")
                    .append(Format.number(calls))
                    .append(" per GiB moved"));
            load.bytesPerFile().ifPresent(bytes -> text.append("; ")
                    .append(SizeText.of(Math.round(bytes)))
                    .append(" were moved per file"));
        }
        return text.append("; the paper reports no calls of the NameNode.").toString();
    }
}
