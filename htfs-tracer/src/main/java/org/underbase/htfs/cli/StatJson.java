package org.underbase.htfs.cli;

import com.fasterxml.jackson.databind.node.ArrayNode;
import com.fasterxml.jackson.databind.node.ObjectNode;
import org.underbase.htfs.format.CorruptRange;
import org.underbase.htfs.format.Drops;
import org.underbase.htfs.format.ReadReport;
import org.underbase.htfs.format.SegmentHeader;
import org.underbase.operator.output.JsonText;

/** JSON format of a summary. */
final class StatJson {
    private StatJson() {}

    static String of(Stat stat) {
        ObjectNode root = JsonText.object();
        root.put("segments", stat.segments().size());
        root.put("bytesOnDisk", stat.bytesOnDisk());
        sum(root, stat.totals().all());
        ObjectNode activities = root.putObject("activities");
        stat.totals().activities().forEach((a, sum) -> sum(activities.putObject(a.label()), sum));
        ObjectNode calls = root.putObject("calls");
        stat.totals().calls().forEach((call, sum) -> sum(calls.putObject(call.label()), sum));
        ObjectNode processes = root.putObject("processes");
        stat.totals().processes().forEach((process, sum) -> sum(processes.putObject(process), sum));
        report(root, stat.report());
        ArrayNode missing = root.putArray("missingSegments");
        stat.missing().forEach(missing::add);
        ArrayNode files = root.putArray("files");
        stat.segments().forEach(segment -> file(files.addObject(), segment));
        return JsonText.of(root);
    }

    private static void sum(ObjectNode node, Totals.Sum sum) {
        node.put("events", sum.events());
        node.put("errors", sum.errors());
        node.put("bytesRead", sum.bytesRead());
        node.put("bytesWritten", sum.bytesWritten());
        node.put("durationNanos", sum.nanos());
        if (sum.events() > 0) {
            node.put("firstStartNanos", sum.first());
            node.put("lastEndNanos", sum.last());
        }
    }

    private static void report(ObjectNode node, ReadReport report) {
        node.put("complete", report.complete());
        ObjectNode losses = node.putObject("drops");
        ObjectNode bytes = node.putObject("droppedBytes");
        for (Drops.Cause cause : Drops.Cause.values()) {
            losses.put(cause.label(), report.drops().events(cause));
            bytes.put(cause.label(), report.drops().bytes(cause));
        }
        node.put("corruptRangeCount", report.corruptRangeCount());
        ArrayNode ranges = node.putArray("corruptRanges");
        for (CorruptRange range : report.corruptRanges()) {
            ranges.addObject()
                    .put("file", range.file())
                    .put("offset", range.offset())
                    .put("bytes", range.bytes())
                    .put("reason", range.reason());
        }
        ArrayNode unclosed = node.putArray("unclosed");
        report.unclosed().forEach(unclosed::add);
    }

    private static void file(ObjectNode node, SegmentSummary segment) {
        node.put("file", segment.file());
        node.put("bytesOnDisk", segment.bytes());
        if (segment.hasHeader()) {
            header(node.putObject("header"), segment.header());
        }
        sum(node, segment.totals().all());
        node.put("complete", segment.report().complete());
    }

    private static void header(ObjectNode node, SegmentHeader header) {
        node.put("host", header.host())
                .put("process", header.process())
                .put("sequence", header.sequence())
                .put("user", header.user())
                .put("label", header.label())
                .put("hadoop", header.hadoop())
                .put("hashing", header.hashing())
                .put("features", header.features())
                .put("evictedSegments", header.evictedSegments())
                .put("evictedEvents", header.evictedEvents());
    }
}
