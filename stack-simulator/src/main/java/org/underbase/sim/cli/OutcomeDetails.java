package org.underbase.sim.cli;

import com.fasterxml.jackson.databind.node.ObjectNode;
import java.util.ArrayList;
import java.util.List;
import java.util.Locale;
import org.underbase.operator.output.TextTable;
import org.underbase.operator.page.PageTable;
import org.underbase.sim.request.Activity;
import org.underbase.sim.study.Latency;
import org.underbase.sim.study.LatencyPart;
import org.underbase.sim.study.Metric;
import org.underbase.sim.study.Outcome;
import org.underbase.sim.study.Waits;

/** Latencies of alternatives, divided into queue and device, and their bytes by activity. */
final class OutcomeDetails {
    private static final String ALTERNATIVE = "alternative";
    private static final int KEYS = 2;

    private final List<Outcome> outcomes;
    private final List<String> names;
    private final List<Waits> waits;

    /**
     * Creates tables.
     *
     * @param outcomes outcomes
     * @param names their names
     * @param waits requests whose latencies the tables have
     */
    OutcomeDetails(List<Outcome> outcomes, List<String> names, List<Waits> waits) {
        this.outcomes = outcomes;
        this.names = names;
        this.waits = waits;
    }

    /** Returns the means of both parts. */
    TextTable means() {
        List<String> heads = new ArrayList<>(List.of(ALTERNATIVE));
        for (Waits each : waits) {
            heads.add(each.label() + ": queue");
            heads.add("device");
        }
        TextTable table = new TextTable(heads.toArray(new String[0]));
        for (int i = 0; i < outcomes.size(); i++) {
            List<String> row = new ArrayList<>(List.of(names.get(i)));
            for (Waits each : waits) {
                for (LatencyPart part : LatencyPart.values()) {
                    row.add(StudyReport.number(
                            outcomes.get(i).latency(each, part).mean()));
                }
            }
            table.row(row.toArray(new String[0]));
        }
        return table;
    }

    /** Returns the means and percentiles of both parts. */
    PageTable latencies() {
        List<List<Object>> rows = new ArrayList<>();
        for (int i = 0; i < outcomes.size(); i++) {
            for (Waits each : waits) {
                Latency queue = outcomes.get(i).latency(each, LatencyPart.QUEUE);
                Latency device = outcomes.get(i).latency(each, LatencyPart.DEVICE);
                rows.add(List.of(
                        names.get(i),
                        each.label(),
                        queue.mean(),
                        device.mean(),
                        queue.p50(),
                        device.p50(),
                        queue.p99(),
                        device.p99()));
            }
        }
        List<String> heads = List.of(
                ALTERNATIVE,
                "requests",
                "queue, ms",
                "device, ms",
                "queue p50, ms",
                "device p50, ms",
                "queue p99, ms",
                "device p99, ms");
        return PageTable.of("latency-parts", "Latencies in the queue and at the device", heads, KEYS, rows)
                .captioned("The sum of both means is the mean latency. Percentiles of the parts have no such sum.");
    }

    /** Returns the bytes of the layers by activity. */
    PageTable bytes() {
        List<String> heads = new ArrayList<>(List.of(ALTERNATIVE, "activity"));
        Metric.layers().forEach(layer -> heads.add(layer.label() + ", " + layer.unit()));
        List<List<Object>> rows = new ArrayList<>();
        for (int i = 0; i < outcomes.size(); i++) {
            for (Activity activity : Activity.values()) {
                List<Object> row = new ArrayList<>(List.of(names.get(i), activity.label()));
                for (Metric layer : Metric.layers()) {
                    row.add(outcomes.get(i).value(layer, activity));
                }
                rows.add(row);
            }
        }
        return PageTable.of("activity-bytes", "Bytes of the DataNode by activity, MiB/min", heads, KEYS, rows)
                .captioned("Pages that enter flash belong to the activity whose request evicts them from RAM.");
    }

    /** Adds all values of an outcome to its JSON. */
    static void put(ObjectNode node, Outcome outcome) {
        ObjectNode latencies = node.putObject("latencies");
        for (Waits each : Waits.values()) {
            ObjectNode parts = latencies.putObject(each.id());
            for (LatencyPart part : LatencyPart.values()) {
                Latency latency = outcome.latency(each, part);
                parts.putObject(part.name().toLowerCase(Locale.ROOT))
                        .put("mean", StudyReport.finite(latency.mean()))
                        .put("p50", StudyReport.finite(latency.p50()))
                        .put("p99", StudyReport.finite(latency.p99()));
            }
        }
        ObjectNode bytes = node.putObject("activityBytes");
        for (Metric layer : Metric.layers()) {
            ObjectNode activities = bytes.putObject(layer.id());
            for (Activity activity : Activity.values()) {
                activities.put(activity.id(), StudyReport.finite(outcome.value(layer, activity)));
            }
        }
    }
}
