package org.underbase.analysis.report;

import com.fasterxml.jackson.databind.node.ArrayNode;
import com.fasterxml.jackson.databind.node.JsonNodeFactory;
import com.fasterxml.jackson.databind.node.ObjectNode;
import java.util.Optional;
import org.underbase.analysis.AnalysisResult;
import org.underbase.analysis.TraceHealth;
import org.underbase.analysis.figure.Missing;
import org.underbase.analysis.reconcile.DataNodeCounters;
import org.underbase.analysis.reconcile.ReconciliationReport;
import org.underbase.analysis.rules.SumRules;

/**
 * JSON of a result, for other tools and for the report's page. Values are in bytes unless the name ends in {@code Nanos} or
 * {@code Percent}; times are nanoseconds since the epoch. The same result gives the same text.
 */
public final class ResultJson {
    private static final JsonNodeFactory JSON = JsonNodeFactory.instance;

    private ResultJson() {}

    /**
     * Converts a result.
     *
     * @param result result of the analysis
     * @param counters increase of the DataNodes' counters over the time of the trace, if known
     * @return a new object
     */
    public static ObjectNode of(AnalysisResult result, Optional<DataNodeCounters> counters) {
        ObjectNode root = result.figures().json();
        root.set("trace", trace(result.health()));
        if (root.get("layers") instanceof ObjectNode layers) {
            result.simulated().ifPresent(disks -> {
                layers.putObject("disks")
                        .put("read", disks.io().read())
                        .put("written", disks.io().written())
                        .put("readPercent", disks.io().readPercent());
                root.put("simulation", disks.simulation());
            });
        }
        Missing missing = result.figures().missing();
        if (!missing.formats().isEmpty()) {
            ArrayNode imported = root.putArray("imported");
            missing.formats().forEach(imported::add);
        }
        root.set("sumRules", SumRules.json(result.sumRules()));
        root.putObject("assumptions")
                .put("replication", result.assumptions().replication())
                .put("blockSize", result.assumptions().blockSize());
        result.figures().trace().notes().image().ifPresent(image -> root.putObject("fsimage")
                .put("lastChangeNanos", image.nanos())
                .put("sizes", image.sizes()));
        PaperWorkload.isOf(result.figures()).ifPresent(same -> root.put("paperWorkload", same));
        root.putObject("definitions")
                .put("allReplicas", result.figures().trace().definitions().allReplicas())
                .put("systemInCore", result.figures().trace().definitions().systemInCore());
        counters.ifPresent(measured -> {
            root.set("counters", counters(measured));
            root.set("reconciliation", reconciliation(result.compare(measured)));
        });
        return root;
    }

    private static ObjectNode trace(TraceHealth health) {
        ObjectNode node = JSON.objectNode()
                .put("segments", health.segments())
                .put("blocks", health.blocks())
                .put("bytes", health.bytes())
                .put("droppedEvents", health.droppedEvents())
                .put("droppedBytes", health.lost().totalBytes())
                .put("sampledFraction", health.sampledFraction())
                .put("corruptRangeCount", health.corruptRangeCount());
        ArrayNode ranges = node.putArray("corruptRanges");
        health.corruptRanges().forEach(ranges::add);
        ArrayNode skipped = node.putArray("skippedFiles");
        health.skippedFiles().forEach(skipped::add);
        ArrayNode unclosed = node.putArray("unclosed");
        health.unclosed().forEach(unclosed::add);
        ArrayNode missing = node.putArray("missingSegments");
        health.missingSegments().forEach(missing::add);
        ArrayNode skews = node.putArray("skews");
        health.skews().forEach(skew -> skews.addObject()
                .put("behind", skew.behind())
                .put("ahead", skew.ahead())
                .put("nanos", skew.nanos()));
        return node;
    }

    private static ObjectNode counters(DataNodeCounters counters) {
        return JSON.objectNode()
                .put("dataNodes", counters.dataNodes().size())
                .put("read", counters.bytesRead())
                .put("written", counters.bytesWritten())
                .put("blocksReplicated", counters.blocksReplicated());
    }

    private static ObjectNode reconciliation(ReconciliationReport report) {
        ObjectNode node = JSON.objectNode().put("agrees", report.agrees());
        node.set("writes", side(report.writes()));
        node.set("reads", side(report.reads()));
        ArrayNode notes = node.putArray("notes");
        report.notes().forEach(notes::add);
        return node;
    }

    private static ObjectNode side(ReconciliationReport.Side side) {
        ObjectNode node = JSON.objectNode()
                .put("traced", side.traced())
                .put("expected", side.expected())
                .put("uncertaintyLow", side.uncertaintyLow())
                .put("uncertaintyHigh", side.uncertaintyHigh())
                .put("counted", side.counted())
                .put("unexplainedPercent", side.unexplainedPercent())
                .put("verdict", side.verdict().label())
                .put("agrees", side.agrees());
        ArrayNode differences = node.putArray("differences");
        for (ReconciliationReport.Difference difference : side.differences()) {
            differences
                    .addObject()
                    .put("name", difference.name())
                    .put("bytes", difference.bytes())
                    .put("reason", difference.reason());
        }
        return node;
    }
}
