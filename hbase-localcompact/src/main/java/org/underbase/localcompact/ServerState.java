package org.underbase.localcompact;

import java.util.ArrayList;
import java.util.List;
import java.util.Locale;
import java.util.Map;
import java.util.TreeMap;
import org.apache.hadoop.hbase.util.VersionInfo;
import org.underbase.localcompact.coordinator.CompactionCounters;
import org.underbase.localcompact.coordinator.Coordinator;
import org.underbase.localcompact.coordinator.FailureMemory.Kind;
import org.underbase.localcompact.coordinator.FailureMemory.NodeFailures;
import org.underbase.localcompact.coordinator.FallbackReason;
import org.underbase.localcompact.proto.LocalCompactProtos.CountProto;
import org.underbase.localcompact.proto.LocalCompactProtos.NodeProto;
import org.underbase.localcompact.proto.LocalCompactProtos.StatusProto;
import org.underbase.localcompact.worker.Fingerprint;
import org.underbase.localcompact.worker.Merges;

/** State of local compaction on a RegionServer, for its metrics and for {@code underbase localcompact status}. */
record ServerState(Coordinator coordinator, Merges merges) {
    /**
     * Metric that the server exports.
     *
     * @param name name of the metric
     * @param description description of the metric
     * @param counter whether the number only grows
     * @param value current value
     */
    record Metric(String name, String description, boolean counter, long value) {}

    /**
     * DataNode as this server's coordinator sees it.
     *
     * @param savedBytes network bytes to the node that local compactions saved
     * @param failures failures of its merges; zero if there are none
     */
    record Node(String dataNode, long savedBytes, NodeFailures failures) {}

    List<Metric> numbers() {
        CompactionCounters counters = coordinator.counters();
        List<Metric> all = new ArrayList<>();
        all.add(counter("Local", "local compactions", counters.local()));
        all.add(counter("LocalBytes", "output bytes of local compactions, one replica each", counters.bytes()));
        all.add(counter("LocalEstimatedBytes", "estimated output bytes of local compactions", counters.estimated()));
        all.add(counter(
                "NonLocalInputBytes", "input bytes that the merging nodes read over the network", counters.nonLocal()));
        all.add(gauge("SavedBytes", "network bytes saved, compared with stock compaction", counters.saved()));
        all.add(gauge(
                "SavedBytesBetweenRacks", "the part of SavedBytes that crosses racks", counters.savedBetweenRacks()));
        all.add(gauge(
                "SavedBytesWithinRacks",
                "the part of SavedBytes that stays within a rack",
                counters.saved() - counters.savedBetweenRacks()));
        all.add(gauge("OpenMerges", "open merges, for this server and for other servers", merges.open()));
        all.add(gauge("QueuedMerges", "merges that wait for a slot", merges.queued()));
        all.add(counter(
                "RejectedMerges",
                "merges that this server rejected or that left its queue, its own included",
                merges.rejected()));
        all.add(counter(
                "ForeignWaitMillis",
                "time that merges for other servers waited for their throughput limit",
                merges.foreignWaitMillis()));
        all.add(counter(
                "ShadowEqual",
                "local compactions with the same output as a stock one",
                coordinator.shadows().equal()));
        all.add(counter(
                "ShadowDifferent",
                "local compactions with another output than a stock one",
                coordinator.shadows().different()));
        all.add(counter(
                "ShadowInconclusive",
                "sampled local compactions that could not be compared",
                coordinator.shadows().inconclusive()));
        for (FallbackReason reason : FallbackReason.values()) {
            String name = reason.name().charAt(0) + reason.name().substring(1).toLowerCase(Locale.ROOT);
            all.add(counter("Fallback" + name, "fallbacks to stock compaction: " + reason, counters.fallbacks(reason)));
        }
        for (Kind kind : Kind.values()) {
            all.add(failures(kind, coordinator.failures().count(kind)));
        }
        return all;
    }

    /** Describes the failures of one kind. */
    static Metric failures(Kind kind, long count) {
        return switch (kind) {
            case DIVERGED -> counter("DivergedMerges", "merges that wrote other bytes than a majority", count);
            case FAILED ->
                counter("FailedMerges", "merges that failed or did not respond while a majority agreed", count);
            case INCOMPATIBLE ->
                counter("IncompatibleMerges", "merges that a server with another version or settings rejected", count);
        };
    }

    private static Metric counter(String name, String description, long value) {
        return new Metric(name, description, true, value);
    }

    private static Metric gauge(String name, String description, long value) {
        return new Metric(name, description, false, value);
    }

    /** Lists the DataNodes with saved bytes or remembered failures. */
    List<Node> nodes() {
        Map<String, Node> nodes = new TreeMap<>();
        coordinator.failures().nodes().forEach(node -> nodes.put(node.dataNode(), new Node(node.dataNode(), 0, node)));
        coordinator
                .counters()
                .savedByDataNode()
                .forEach((dataNode, bytes) -> nodes.merge(
                        dataNode,
                        new Node(dataNode, bytes, NodeFailures.none(dataNode)),
                        (failed, saved) -> new Node(dataNode, saved.savedBytes(), failed.failures())));
        return List.copyOf(nodes.values());
    }

    StatusProto proto() {
        StatusProto.Builder status = StatusProto.newBuilder()
                .setBuild(Fingerprint.build())
                .setVersions("HBase " + VersionInfo.getVersion() + ", Java " + Runtime.version())
                .addAllCompactions(coordinator.tasks())
                .addAllMerges(merges.foreignTasks());
        coordinator.suspension().ifPresent(status::setSuspension);
        numbers().forEach(each -> status.addCounts(proto(each)));
        for (Node node : nodes()) {
            NodeProto.Builder one = NodeProto.newBuilder()
                    .setDataNode(node.dataNode())
                    .setSavedBytes(node.savedBytes())
                    .setExcludedSeconds(node.failures().excluded().toSeconds());
            new TreeMap<>(node.failures().counts())
                    .forEach((kind, count) -> one.addFailures(proto(failures(kind, count))));
            node.failures()
                    .reason()
                    .ifPresent(
                            kind -> one.setCause(kind + ": " + node.failures().cause()));
            status.addNodes(one);
        }
        return status.build();
    }

    private static CountProto proto(Metric number) {
        return CountProto.newBuilder()
                .setName(number.name())
                .setValue(number.value())
                .build();
    }
}
