package org.underbase.localcompact;

import java.util.Locale;
import org.apache.hadoop.metrics2.MetricsCollector;
import org.apache.hadoop.metrics2.MetricsInfo;
import org.apache.hadoop.metrics2.MetricsRecordBuilder;
import org.apache.hadoop.metrics2.MetricsSource;
import org.apache.hadoop.metrics2.lib.Interns;
import org.underbase.localcompact.coordinator.CompactionCounters;
import org.underbase.localcompact.coordinator.FailureMemory;
import org.underbase.localcompact.coordinator.FailureMemory.Kind;
import org.underbase.localcompact.coordinator.FailureMemory.NodeFailures;
import org.underbase.localcompact.coordinator.FallbackReason;
import org.underbase.localcompact.worker.Merges;

/**
 * Metrics source of a RegionServer: record {@code localcompact} in the context {@code regionserver}, and one record {@code
 * localcompactNode} per DataNode with remembered failures.
 */
record LocalCompactMetrics(CompactionCounters counters, FailureMemory failures, Merges merges)
        implements MetricsSource {
    static final String NAME = "LocalCompact";

    @Override
    public void getMetrics(MetricsCollector collector, boolean all) {
        MetricsRecordBuilder record = collector.addRecord("localcompact").setContext("regionserver");
        record.addCounter(Interns.info("Local", "local compactions"), counters.local());
        record.addCounter(
                Interns.info("LocalBytes", "output bytes of local compactions, one replica each"), counters.bytes());
        record.addCounter(
                Interns.info("LocalEstimatedBytes", "estimated output bytes of local compactions"),
                counters.estimated());
        record.addCounter(
                Interns.info("NonLocalInputBytes", "input bytes that the merging nodes read over the network"),
                counters.nonLocal());
        record.addGauge(
                Interns.info("SavedBytes", "network bytes saved, compared with stock compaction"), counters.saved());
        record.addGauge(
                Interns.info("OpenMerges", "open merges, for this server and for other servers"), merges.open());
        record.addCounter(
                Interns.info(
                        "RejectedMerges", "merges that this server rejected or that left its queue, its own included"),
                merges.rejected());
        record.addCounter(
                Interns.info(
                        "ForeignWaitMillis", "time that merges for other servers waited for their throughput limit"),
                merges.foreignWaitMillis());
        for (FallbackReason reason : FallbackReason.values()) {
            String name = reason.name().charAt(0) + reason.name().substring(1).toLowerCase(Locale.ROOT);
            record.addCounter(
                    Interns.info("Fallback" + name, "fallbacks to stock compaction: " + reason),
                    counters.fallbacks(reason));
        }
        for (Kind kind : Kind.values()) {
            record.addCounter(counter(kind), failures.count(kind));
        }
        for (NodeFailures node : failures.nodes()) {
            MetricsRecordBuilder ofNode =
                    collector.addRecord("localcompactNode").setContext("regionserver");
            ofNode.tag(Interns.info("DataNode", "data transfer address"), node.dataNode());
            for (Kind kind : Kind.values()) {
                ofNode.addCounter(counter(kind), node.counts().getOrDefault(kind, 0L));
            }
            ofNode.addGauge(
                    Interns.info("ExcludedSeconds", "remaining time without local compactions on the node"),
                    node.excluded().toSeconds());
        }
    }

    private static MetricsInfo counter(Kind kind) {
        return switch (kind) {
            case DIVERGED -> Interns.info("DivergedMerges", "merges that wrote other bytes than a majority");
            case FAILED ->
                Interns.info("FailedMerges", "merges that failed or did not respond while a majority agreed");
            case INCOMPATIBLE ->
                Interns.info("IncompatibleMerges", "merges that a server with another version or settings rejected");
        };
    }
}
