package org.underbase.tier.namenode.rpc;

import java.util.concurrent.atomic.AtomicInteger;
import org.apache.hadoop.metrics2.MetricsCollector;
import org.apache.hadoop.metrics2.MetricsRecordBuilder;
import org.apache.hadoop.metrics2.MetricsSource;
import org.apache.hadoop.metrics2.lib.DefaultMetricsSystem;
import org.apache.hadoop.metrics2.lib.Interns;
import org.underbase.tier.namenode.monitor.ReadCache;
import org.underbase.tier.namenode.registry.TierPolicies;
import org.underbase.tier.namenode.registry.TierQuotas;
import org.underbase.tier.namenode.retrieval.TierTopology;
import org.underbase.tier.policy.Degradation;
import org.underbase.tier.protocol.proto.TierProtocolProtos.StatusResponseProto;
import org.underbase.tier.protocol.proto.TierProtocolProtos.TierProto;

/**
 * Metrics source of tiers and monitor, for JMX and Prometheus: a record {@code Tier} per tier, tagged with its name,
 * and one record {@code TierMonitor}.
 */
public final class TierMetrics implements MetricsSource, AutoCloseable {
    private static final AtomicInteger NUMBER = new AtomicInteger();

    private final TierTopology topology;
    private final TierReports reports;
    private final TierPolicies policies;
    private final String name;

    private TierMetrics(TierTopology topology, TierReports reports, TierPolicies policies, String name) {
        this.topology = topology;
        this.reports = reports;
        this.policies = policies;
        this.name = name;
    }

    public static TierMetrics register(TierTopology topology, TierReports reports, TierPolicies policies) {
        // A JVM may contain several NameNodes; the first has the plain name.
        int number = NUMBER.getAndIncrement();
        String name = number == 0 ? "Tiers" : "Tiers-" + number;
        return DefaultMetricsSystem.instance()
                .register(name, "Tiers of DataNodes", new TierMetrics(topology, reports, policies, name));
    }

    @Override
    public void getMetrics(MetricsCollector collector, boolean all) {
        for (int rank = 0; rank < topology.registry().tiers().size(); rank++) {
            TierProto tier = reports.tier(rank);
            MetricsRecordBuilder record = collector
                    .addRecord("Tier")
                    .setContext("dfs")
                    .tag(Interns.info("tier", "name of the tier"), tier.getName());
            gauge(record, "CapacityBytes", "capacity of live DataNodes", tier.getCapacity());
            gauge(record, "UsedBytes", "bytes of replicas", tier.getUsed());
            gauge(record, "RemainingBytes", "free bytes", tier.getRemaining());
            gauge(record, "Replicas", "replicas on live DataNodes", tier.getReplicas());
            gauge(record, "LiveDataNodes", "live DataNodes", tier.getLive());
            gauge(record, "DeadDataNodes", "dead DataNodes", tier.getDead());
            gauge(record, "Load", "active xceivers", tier.getLoad());
            counter(record, "ReadsServed", "replicas offered first to a reader", tier.getReadsServed());
            counter(record, "WritesServed", "replicas placed for a writer", tier.getWritesServed());
        }
        StatusResponseProto status = reports.status();
        MetricsRecordBuilder record = collector.addRecord("TierMonitor").setContext("dfs");
        gauge(record, "FilesScanned", "files with tiers in the last scan", status.getFilesScanned());
        gauge(record, "LastScanMillis", "duration of the last scan", status.getLastScanMillis());
        gauge(record, "MisplacedBlocks", "misplaced blocks found by the last scan", status.getMisplacedBlocks());
        gauge(record, "MovesQueued", "queued moves", status.getMovesQueued());
        gauge(record, "MovesRunning", "running moves", status.getMovesRunning());
        counter(record, "MovesDone", "completed moves", status.getMovesDone());
        counter(record, "MovesFailed", "failed moves", status.getMovesFailed());
        counter(record, "BytesMoved", "bytes of replicas moved", status.getBytesMoved());
        counter(record, "FilesDemoted", "files demoted from a full tier", status.getFilesDemoted());
        counter(
                record,
                "LandingPlacements",
                "placements of a landing policy on the fastest tier",
                policies.landed().onFastest());
        counter(
                record,
                "LandingFallbacks",
                "placements of a landing policy for which the fastest tier had no space",
                policies.landed().fallbacks());
        counter(record, "FilesPromoted", "files promoted again", status.getFilesPromoted());
        ReadCache.Counts cache = reports.cache();
        gauge(record, "CacheFiles", "files with an additional replica on the fastest tier", cache.files());
        gauge(record, "CacheBytes", "bytes of these replicas", cache.bytes());
        gauge(record, "CacheCapacityBytes", "maximum of these bytes at present", cache.capacity());
        counter(record, "CacheAdditions", "files that have got an additional replica", cache.additions());
        counter(record, "CacheDeletions", "files whose additional replica was deleted", cache.deletions());
        counter(record, "CacheBytesCopied", "bytes of additional replicas since the start", cache.copiedBytes());
        counter(record, "StepsFailed", "failed steps of the monitor, such as checks of a file", reports.failures());
        gauge(record, "SubtreesPending", "changed directories with unchecked files", status.getSubtreesPending());
        counter(record, "SubtreesChecked", "changed directories, checked completely", status.getSubtreesChecked());
        counter(record, "SubtreeFilesChecked", "files checked below them", status.getSubtreeFilesChecked());
        counter(record, "QueueOverflows", "changes that only a full scan finds", status.getQueueOverflows());
        counter(record, "FullScans", "complete scans of the namespace", status.getScans());
        counter(record, "LockHolds", "holds of the namesystem lock without garbage collection", status.getLockHolds());
        gauge(record, "LockHoldP99Micros", "99th percentile of these holds", status.getLockHoldP99Micros());
        gauge(record, "LockHoldMaxMicros", "longest of these holds", status.getLockHoldMaxMicros());
        gauge(record, "LockHoldGcMaxMicros", "longest hold with garbage collection", status.getLockHoldGcMaxMicros());
        TierQuotas quotas = topology.quotas();
        gauge(
                record,
                "QuotaDirectories",
                "directories with a quota",
                quotas.directories().size());
        gauge(record, "QuotaDirectoriesUncounted", "those whose use is not known yet", quotas.uncounted());
        gauge(record, "QuotaExcessBytes", "bytes of replicas in excess of quotas", quotas.excess());
        counter(
                record,
                "QuotaRejections",
                "changes rejected because of a quota",
                quotas.counts().rejected());
        counter(
                record,
                "QuotaFallbacks",
                "placements that avoided a tier because of a quota",
                quotas.counts().fallbacks());
        counter(
                record,
                "QuotaOverruns",
                "placements of missing replicas in excess of a quota",
                quotas.counts().overruns());
        counter(
                record,
                "QuotaWithheldMoves",
                "moves not planned because of a quota",
                quotas.counts().withheldMoves());
        counter(
                record,
                "QuotaWithheldPromotions",
                "files not promoted or cached because of a quota",
                quotas.counts().withheldPromotions());
        for (Degradation degradation : Degradation.values()) {
            if (degradation != Degradation.NONE) {
                counter(
                        record,
                        "Degraded_" + degradation,
                        "placements that relaxed this constraint",
                        policies.degraded().count(degradation));
            }
        }
    }

    private static void gauge(MetricsRecordBuilder record, String name, String doc, long value) {
        record.addGauge(Interns.info(name, doc), value);
    }

    private static void counter(MetricsRecordBuilder record, String name, String doc, long value) {
        record.addCounter(Interns.info(name, doc), value);
    }

    @Override
    public void close() {
        DefaultMetricsSystem.instance().unregisterSource(name);
    }
}
