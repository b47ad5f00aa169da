package org.underbase.analysis.report;

import com.fasterxml.jackson.databind.node.ArrayNode;
import com.fasterxml.jackson.databind.node.JsonNodeFactory;
import com.fasterxml.jackson.databind.node.ObjectNode;
import java.util.Optional;
import java.util.OptionalDouble;
import org.underbase.analysis.AnalysisResult;
import org.underbase.analysis.Figures;
import org.underbase.analysis.TraceHealth;
import org.underbase.analysis.cdf.Cdf;
import org.underbase.analysis.files.FileSizes;
import org.underbase.analysis.files.Lifetimes;
import org.underbase.analysis.latency.Latencies;
import org.underbase.analysis.layers.IoBytes;
import org.underbase.analysis.layers.Layers;
import org.underbase.analysis.runs.ReadRuns;
import org.underbase.analysis.summary.Summary;
import org.underbase.analysis.timeline.Timeline;
import org.underbase.analysis.truth.DataNodeCounters;
import org.underbase.analysis.truth.TruthReport;

/**
 * A result as JSON, for machines and for the report's page. Names tell units: bytes unless a name ends in {@code Nanos}
 * or {@code Percent}; times are nanoseconds since the epoch. The same result gives the same text.
 */
public final class ResultJson {
    private static final JsonNodeFactory JSON = JsonNodeFactory.instance;

    private ResultJson() {}

    /**
     * @param counters how far the DataNodes' counters rose over the time of the trace, when known
     */
    public static ObjectNode of(AnalysisResult result, Optional<DataNodeCounters> counters) {
        ObjectNode root = of(result.figures());
        root.set("trace", trace(result.health()));
        root.putObject("assumptions")
                .put("replication", result.assumptions().replication())
                .put("blockSize", result.assumptions().blockSize());
        counters.ifPresent(measured -> {
            root.set("counters", counters(measured));
            root.set("truth", truth(result.compare(measured)));
        });
        return root;
    }

    /** The figures alone. */
    public static ObjectNode of(Figures figures) {
        ObjectNode root = JSON.objectNode();
        root.set("summary", summary(figures.summary()));
        root.set("layers", layers(figures.layers()));
        root.set("fileSizes", fileSizes(figures.files().sizes()));
        root.set("lifetimes", lifetimes(figures.files().lifetimes()));
        root.set("readRuns", readRuns(figures.readRuns()));
        root.set("latencies", latencies(figures.latencies()));
        root.set("timeline", timeline(figures.timeline()));
        root.set(
                "traffic",
                JSON.objectNode()
                        .put("written", figures.traffic().writes().traced())
                        .put("expectedWritten", figures.traffic().writes().expected())
                        .put("read", figures.traffic().reads().traced())
                        .put("expectedRead", figures.traffic().reads().expected()));
        return root;
    }

    private static ObjectNode summary(Summary summary) {
        ObjectNode node = JSON.objectNode()
                .put("events", summary.events())
                .put("firstNanos", summary.firstNanos())
                .put("lastNanos", summary.lastNanos())
                .put("read", summary.read())
                .put("written", summary.written());
        ArrayNode processes = node.putArray("processes");
        for (Summary.OfProcess of : summary.processes()) {
            processes
                    .addObject()
                    .put("host", of.process().host())
                    .put("process", of.process().process())
                    .put("events", of.events())
                    .put("firstNanos", of.firstNanos())
                    .put("lastNanos", of.lastNanos());
        }
        ArrayNode failures = node.putArray("failures");
        for (Summary.Failures of : summary.failures()) {
            failures.addObject()
                    .put("call", of.failure().call().label())
                    .put("exception", of.failure().exception())
                    .put("count", of.count());
        }
        return node;
    }

    private static ObjectNode layers(Layers layers) {
        ObjectNode node = JSON.objectNode();
        node.set("core", io(layers.core()));
        node.set("hdfs", io(layers.hdfs()));
        node.set("local", io(layers.local()));
        put(node, "logPerFlush", layers.logPerFlush());
        put(node, "compactionPerFlush", layers.compactionPerFlush());
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
        return node;
    }

    private static ObjectNode fileSizes(FileSizes sizes) {
        ObjectNode node = JSON.objectNode();
        node.set("all", sizes(sizes.all()));
        ArrayNode kinds = node.putArray("kinds");
        for (FileSizes.OfKind of : sizes.kinds()) {
            kinds.add(sizes(of.sizes()).put("kind", sizes.label(of.kind())));
        }
        ArrayNode classes = node.putArray("classes");
        for (FileSizes.OfClass of : sizes.classes()) {
            classes.addObject()
                    .put("class", of.sizeClass().label())
                    .put("files", of.files())
                    .put("bytes", of.bytes());
        }
        return node;
    }

    private static ObjectNode sizes(FileSizes.Sizes sizes) {
        ObjectNode node = JSON.objectNode()
                .put("files", sizes.files())
                .put("bytes", sizes.bytes())
                .put("mean", sizes.mean())
                .put("p10", sizes.p10())
                .put("p50", sizes.p50())
                .put("p90", sizes.p90());
        node.set("cdf", cdf(sizes.cdf()));
        return node;
    }

    private static ObjectNode lifetimes(Lifetimes lifetimes) {
        ObjectNode node = JSON.objectNode().put("windowNanos", lifetimes.windowNanos());
        ArrayNode classes = node.putArray("classes");
        for (Lifetimes.OfClass of : lifetimes.classes()) {
            classes.addObject()
                    .put("class", of.sizeClass().label())
                    .put("created", of.created())
                    .put("deleted", of.deleted())
                    .put("archived", of.archived())
                    .put("overwritten", of.overwritten())
                    .put("alive", of.alive())
                    .set("cdf", cdf(of.cdf()));
        }
        return node;
    }

    private static ObjectNode readRuns(ReadRuns runs) {
        ObjectNode node = JSON.objectNode();
        node.set("all", runs(runs.all()));
        ArrayNode activities = node.putArray("byActivity");
        for (ReadRuns.OfActivity of : runs.byActivity()) {
            activities.add(runs(of.runs()).put("activity", of.activity().label()));
        }
        return node;
    }

    private static ObjectNode runs(ReadRuns.Runs runs) {
        ObjectNode node = JSON.objectNode()
                .put("runs", runs.runs())
                .put("bytes", runs.bytes())
                .put("p50", runs.p50())
                .put("p80", runs.p80());
        node.set("cdfByRuns", cdf(runs.byRuns()));
        node.set("cdfByBytes", cdf(runs.byBytes()));
        return node;
    }

    private static ArrayNode latencies(Latencies latencies) {
        ArrayNode array = JSON.arrayNode();
        for (Latencies.OfCall of : latencies.byCall()) {
            array.addObject()
                    .put("call", of.call().label())
                    .put("count", of.count())
                    .put("failed", of.failed())
                    .put("p50Nanos", of.p50())
                    .put("p90Nanos", of.p90())
                    .put("p99Nanos", of.p99())
                    .put("maxNanos", of.max());
        }
        return array;
    }

    private static ObjectNode timeline(Timeline timeline) {
        ObjectNode node = JSON.objectNode()
                .put("startNanos", timeline.startNanos())
                .put("widthNanos", timeline.widthNanos())
                .put("bins", timeline.bins());
        ArrayNode activities = node.putArray("byActivity");
        for (Timeline.OfActivity of : timeline.byActivity()) {
            ObjectNode activity =
                    activities.addObject().put("activity", of.activity().label());
            ArrayNode read = activity.putArray("read");
            of.read().forEach(read::add);
            ArrayNode written = activity.putArray("written");
            of.written().forEach(written::add);
        }
        return node;
    }

    private static ObjectNode trace(TraceHealth health) {
        ObjectNode node = JSON.objectNode()
                .put("segments", health.segments())
                .put("blocks", health.blocks())
                .put("bytes", health.bytes())
                .put("drops", health.drops())
                .put("damages", health.damages());
        ArrayNode damage = node.putArray("damage");
        health.damage().forEach(damage::add);
        ArrayNode unclosed = node.putArray("unclosed");
        health.unclosed().forEach(unclosed::add);
        return node;
    }

    private static ObjectNode counters(DataNodeCounters counters) {
        return JSON.objectNode()
                .put("dataNodes", counters.dataNodes().size())
                .put("read", counters.bytesRead())
                .put("written", counters.bytesWritten())
                .put("blocksReplicated", counters.blocksReplicated());
    }

    private static ObjectNode truth(TruthReport truth) {
        ObjectNode node = JSON.objectNode().put("agrees", truth.agrees());
        node.set("writes", side(truth.writes()));
        node.set("reads", side(truth.reads()));
        ArrayNode notes = node.putArray("notes");
        truth.notes().forEach(notes::add);
        return node;
    }

    private static ObjectNode side(TruthReport.Side side) {
        ObjectNode node = JSON.objectNode()
                .put("traced", side.traced())
                .put("expected", side.expected())
                .put("perhapsLess", side.perhapsLess())
                .put("perhapsMore", side.perhapsMore())
                .put("counted", side.counted())
                .put("unexplainedPercent", side.unexplainedPercent())
                .put("verdict", side.verdict().label())
                .put("agrees", side.agrees());
        ArrayNode differences = node.putArray("differences");
        for (TruthReport.Difference difference : side.differences()) {
            differences
                    .addObject()
                    .put("name", difference.name())
                    .put("bytes", difference.bytes())
                    .put("reason", difference.reason());
        }
        return node;
    }

    private static ObjectNode io(IoBytes io) {
        return JSON.objectNode()
                .put("read", io.read())
                .put("written", io.written())
                .put("readPercent", io.readPercent());
    }

    /** Pairs of a value and its share. */
    private static ArrayNode cdf(Cdf cdf) {
        ArrayNode points = JSON.arrayNode();
        for (Cdf.Point point : cdf.points()) {
            points.addArray().add(point.value()).add(point.share());
        }
        return points;
    }

    private static void put(ObjectNode node, String name, OptionalDouble value) {
        value.ifPresent(number -> node.put(name, number));
    }
}
