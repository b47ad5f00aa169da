package org.underbase.localcompact;

import org.apache.hadoop.metrics2.MetricsCollector;
import org.apache.hadoop.metrics2.MetricsInfo;
import org.apache.hadoop.metrics2.MetricsRecordBuilder;
import org.apache.hadoop.metrics2.MetricsSource;
import org.apache.hadoop.metrics2.lib.Interns;
import org.underbase.localcompact.coordinator.FailureMemory.Kind;

/**
 * Metrics source of a RegionServer: record {@code localcompact} in the context {@code regionserver}, and one record {@code
 * localcompactNode} per DataNode with saved bytes or remembered failures.
 */
record LocalCompactMetrics(ServerState state) implements MetricsSource {
    static final String NAME = "LocalCompact";

    @Override
    public void getMetrics(MetricsCollector collector, boolean all) {
        MetricsRecordBuilder record = collector.addRecord("localcompact").setContext("regionserver");
        state.numbers().forEach(number -> add(record, number));
        for (ServerState.Node node : state.nodes()) {
            MetricsRecordBuilder ofNode =
                    collector.addRecord("localcompactNode").setContext("regionserver");
            ofNode.tag(Interns.info("DataNode", "data transfer address"), node.dataNode());
            ofNode.tag(
                    Interns.info("Reason", "kind of the failure that started the last exclusion"),
                    node.failures().reason().map(Kind::name).orElse("NONE"));
            for (Kind kind : Kind.values()) {
                add(ofNode, ServerState.failures(kind, node.failures().counts().getOrDefault(kind, 0L)));
            }
            ofNode.addGauge(
                    Interns.info("ExcludedSeconds", "remaining time without local compactions on the node"),
                    node.failures().excluded().toSeconds());
            ofNode.addGauge(
                    Interns.info("SavedBytes", "network bytes to the node saved, compared with stock compaction"),
                    node.savedBytes());
        }
    }

    private static void add(MetricsRecordBuilder record, ServerState.Metric number) {
        MetricsInfo info = Interns.info(number.name(), number.description());
        if (number.counter()) {
            record.addCounter(info, number.value());
        } else {
            record.addGauge(info, number.value());
        }
    }
}
