package org.underbase.replay.cli;

import com.fasterxml.jackson.databind.node.ArrayNode;
import com.fasterxml.jackson.databind.node.ObjectNode;
import java.util.OptionalLong;
import org.underbase.operator.output.JsonText;
import org.underbase.replay.run.ReplayReport;

/** JSON format of a report. */
final class ReportJson {
    private ReportJson() {}

    static ObjectNode of(ReplayReport report) {
        ObjectNode root = JsonText.object();
        root.put("events", report.events())
                .put("sampled", report.sampled())
                .put("incomplete", report.incomplete())
                .put("durationNanos", report.duration().toNanos())
                .put("processorNanos", report.processorTime().toNanos())
                .put("overdriven", report.overdriven())
                .put("stopped", report.stopped())
                .put("diverged", report.diverged())
                .put("streamsLeftOpen", report.leftOpen());
        root.putObject("latenessNanos")
                .put("p50", report.lateness().p50())
                .put("p90", report.lateness().p90())
                .put("p99", report.lateness().p99())
                .put("max", report.lateness().max());
        ObjectNode bytes = root.putObject("bytes");
        report.bytes().forEach(of -> bytes.putObject(of.activity())
                .put("traced", of.traced())
                .put("replayed", of.replayed()));
        ObjectNode calls = root.putObject("calls");
        report.calls().forEach(of -> call(calls.putObject(of.call()), of));
        report.missingPolicies().forEach(root.putArray("missingPolicies")::add);
        ArrayNode examples = root.putArray("divergences");
        report.examples().forEach(examples::add);
        return root;
    }

    private static void call(ObjectNode node, ReplayReport.OfCall of) {
        node.put("made", of.made())
                .put("covered", of.covered())
                .put("skipped", of.skipped())
                .put("failed", of.failed())
                .put("diverged", of.diverged());
        latency(node, "tracedP50Nanos", of.tracedP50());
        latency(node, "tracedP99Nanos", of.tracedP99());
        latency(node, "replayP50Nanos", of.replayP50());
        latency(node, "replayP99Nanos", of.replayP99());
    }

    private static void latency(ObjectNode node, String name, long nanos) {
        JsonText.put(node, name, nanos < 0 ? OptionalLong.empty() : OptionalLong.of(nanos));
    }
}
