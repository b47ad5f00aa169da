package org.underbase.combinedlog.datanode;

import java.util.ArrayList;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import java.util.concurrent.TimeUnit;
import java.util.function.BooleanSupplier;
import java.util.function.IntSupplier;
import java.util.function.Supplier;
import org.apache.hadoop.conf.Configuration;
import org.apache.hadoop.hdfs.DFSConfigKeys;
import org.apache.hadoop.metrics2.MetricsCollector;
import org.apache.hadoop.metrics2.MetricsRecord;
import org.apache.hadoop.metrics2.MetricsRecordBuilder;
import org.apache.hadoop.metrics2.MetricsSource;
import org.apache.hadoop.metrics2.impl.MetricsCollectorImpl;
import org.apache.hadoop.metrics2.lib.DefaultMetricsSystem;
import org.apache.hadoop.metrics2.lib.Interns;
import org.apache.hadoop.metrics2.lib.MetricsRegistry;
import org.apache.hadoop.metrics2.lib.MutableCounterLong;
import org.apache.hadoop.metrics2.lib.MutableGaugeLong;
import org.apache.hadoop.metrics2.lib.MutableQuantiles;
import org.apache.hadoop.metrics2.lib.MutableRate;
import org.underbase.combinedlog.block.BlockLog.Outcome;
import org.underbase.combinedlog.block.ReplayReport;
import org.underbase.combinedlog.journal.JournalStatistics;

/** Metrics source that publishes the journal's counters as record {@code combinedlog} of context {@code dfs}. */
final class JournalMetrics implements MetricsSource, AutoCloseable {
    static final String RECORD = "combinedlog";

    private final MetricsRegistry registry = new MetricsRegistry(RECORD).setContext("dfs");
    private final MutableCounterLong journaled =
            registry.newCounter("SyncsJournaled", "hsyncs that were recorded in the journal", 0L);
    private final MutableCounterLong oversized = registry.newCounter(
            "SyncsDirectOversized", "hsyncs that fsynced the block files because they exceeded the sync limit", 0L);
    private final MutableCounterLong journalFull = registry.newCounter(
            "SyncsDirectJournalFull", "hsyncs that fsynced the block files because no segment was free", 0L);
    private final MutableCounterLong failed = registry.newCounter(
            "SyncsDirectJournalFailed", "hsyncs that fsynced the block files because the journal failed or ended", 0L);
    private final MutableCounterLong hflushed = registry.newCounter(
            "SyncsDurableHflush", "packets that were synced because hflush is durable on their storage", 0L);
    private final MutableRate nanos =
            registry.newRate("SyncNanos", "duration of an hsync until its commit or fsync, in nanoseconds");
    private final MutableCounterLong invalidations = registry.newCounter(
            "Invalidations", "failures of the journal after which its records were invalidated", 0L);
    private final MutableCounterLong failedInvalidations = registry.newCounter(
            "FailedInvalidations", "failures of the journal after which a block file could not be fsynced", 0L);
    private final MutableGaugeLong replayNanos =
            registry.newGauge("ReplayNanos", "duration of the replay at the last start, in nanoseconds", 0L);
    private final MutableGaugeLong replayedRecords =
            registry.newGauge("ReplayedRecords", "records of the replay at the last start", 0L);
    private final MutableGaugeLong failedReplicas = registry.newGauge(
            "ReplayFailedReplicas", "replicas that the replay at the last start could not read or write", 0L);
    private final MutableGaugeLong corruptReplicas =
            registry.newGauge("ReplayCorruptReplicas", "corrupt replicas of the replay at the last start", 0L);
    private final MutableGaugeLong gaps =
            registry.newGauge("ReplayGaps", "gaps in the journal at the last start: missing fsynced records", 0L);
    private final MutableGaugeLong failedSyncs = registry.newGauge(
            "ReplayFailedSyncs",
            "directories whose replicas the last start rewrote after a sync that failed or was interrupted",
            0L);
    private final MutableGaugeLong unsupportedSyncs = registry.newGauge(
            "ReplayUnsupportedSyncs",
            "directories whose replicas the last start fsynced because a sync was not possible",
            0L);
    private final String name;
    private final List<MutableQuantiles> quantiles = new ArrayList<>();
    private final List<MutableQuantiles> commitQuantiles = new ArrayList<>();
    private final Supplier<JournalStatistics> journal;
    private final BooleanSupplier active;
    private final IntSupplier tracked;
    private volatile Optional<DurableStorages> durable = Optional.empty();

    /**
     * Creates the source.
     *
     * @param node name of the DataNode
     * @param conf configuration with the intervals of the quantiles, as of the DataNode's own metrics
     * @param journal supplier of the journal's counters
     * @param active whether hsyncs go to the journal
     * @param tracked number of replicas with records that are not checkpointed
     */
    JournalMetrics(
            String node,
            Configuration conf,
            Supplier<JournalStatistics> journal,
            BooleanSupplier active,
            IntSupplier tracked) {
        this.name = "CombinedLog-" + node;
        this.journal = journal;
        this.active = active;
        this.tracked = tracked;
        for (int interval : conf.getInts(DFSConfigKeys.DFS_METRICS_PERCENTILES_INTERVALS_KEY)) {
            quantiles.add(quantiles("SyncNanos", "duration of an hsync until its commit or fsync", interval));
            commitQuantiles.add(quantiles("CommitNanos", "duration of a write and fsync of the journal", interval));
        }
    }

    private MutableQuantiles quantiles(String metric, String description, int interval) {
        return registry.newQuantiles(
                metric + interval + "s", description + ", in nanoseconds", "ops", "latency", interval);
    }

    void register() {
        DefaultMetricsSystem.instance().register(name, "Combined log", this);
    }

    /** Removes the source and stops the threads of the quantiles. */
    @Override
    public void close() {
        DefaultMetricsSystem.instance().unregisterSource(name);
        quantiles.forEach(MutableQuantiles::stop);
        commitQuantiles.forEach(MutableQuantiles::stop);
    }

    void replayed(ReplayReport report) {
        replayNanos.set(report.nanos());
        replayedRecords.set(report.journal().records());
        failedReplicas.set(report.failures().replicaCount());
        corruptReplicas.set(report.corruptCount());
        gaps.set(report.journal().gaps());
    }

    void replayedWith(FileSystemSync sync) {
        failedSyncs.set(sync.failed());
        unsupportedSyncs.set(sync.unsupported());
    }

    void invalidated(boolean complete) {
        (complete ? invalidations : failedInvalidations).incr();
    }

    void committed(long duration) {
        commitQuantiles.forEach(each -> each.add(duration));
    }

    void observe(DurableStorages storages) {
        durable = Optional.of(storages);
    }

    void hflushed() {
        hflushed.incr();
    }

    void synced(Outcome outcome, long duration) {
        switch (outcome) {
            case DURABLE -> journaled.incr();
            case OVERSIZED -> oversized.incr();
            case JOURNAL_FULL -> journalFull.incr();
            case JOURNAL_FAILED -> failed.incr();
        }
        nanos.add(duration);
        quantiles.forEach(each -> each.add(duration));
    }

    /** Returns the current counters and gauges by name. A read of the durations would end their interval for the metrics system. */
    Map<String, Long> values() {
        Map<String, Long> values = new LinkedHashMap<>();
        values.put("SyncsJournaled", journaled.value());
        values.put("SyncsDirectOversized", oversized.value());
        values.put("SyncsDirectJournalFull", journalFull.value());
        values.put("SyncsDirectJournalFailed", failed.value());
        values.put("Invalidations", invalidations.value());
        values.put("FailedInvalidations", failedInvalidations.value());
        values.put("ReplayNanos", replayNanos.value());
        values.put("ReplayedRecords", replayedRecords.value());
        values.put("ReplayFailedReplicas", failedReplicas.value());
        values.put("ReplayCorruptReplicas", corruptReplicas.value());
        values.put("ReplayGaps", gaps.value());
        values.put("ReplayFailedSyncs", failedSyncs.value());
        values.put("ReplayUnsupportedSyncs", unsupportedSyncs.value());
        values.put("SyncsDurableHflush", hflushed.value());
        MetricsCollectorImpl collector = new MetricsCollectorImpl();
        addJournal(collector.addRecord(RECORD));
        for (MetricsRecord record : collector.getRecords()) {
            record.metrics()
                    .forEach(each -> values.put(each.name(), each.value().longValue()));
        }
        return values;
    }

    @Override
    public void getMetrics(MetricsCollector collector, boolean all) {
        MetricsRecordBuilder record = collector.addRecord(RECORD).setContext("dfs");
        registry.snapshot(record, all);
        addJournal(record);
    }

    private void addJournal(MetricsRecordBuilder record) {
        JournalStatistics now = journal.get();
        record.addGauge(
                Interns.info("JournalActive", "1 while hsyncs go to the journal"), active.getAsBoolean() ? 1 : 0);
        record.addCounter(Interns.info("Records", "appended records"), now.records());
        record.addCounter(Interns.info("Commits", "commits: writes and fsyncs of the journal"), now.commits());
        record.addCounter(Interns.info("Bytes", "bytes written to the journal"), now.bytes());
        record.addCounter(Interns.info("DirectCommits", "commits that bypassed the page cache"), now.directCommits());
        record.addCounter(Interns.info("CommitNanos", "time of writes and fsyncs, in nanoseconds"), now.commitNanos());
        record.addCounter(
                Interns.info("WaitNanos", "total time from the requests of commits to the commits, in nanoseconds"),
                now.waitNanos());
        record.addCounter(Interns.info("Checkpoints", "reclaimed segments"), now.checkpoints());
        record.addCounter(
                Interns.info("CheckpointFailures", "failed checkpoints, which are repeated"), now.checkpointFailures());
        record.addCounter(
                Interns.info("CheckpointNanos", "time of checkpoints with their pauses, in nanoseconds"),
                now.checkpointNanos());
        record.addCounter(
                Interns.info("EmergencySegments", "segments that were created because none was free"),
                now.emergencySegments());
        record.addGauge(
                Interns.info("OldestRecordSeconds", "age of the oldest record that is not checkpointed, in seconds"),
                TimeUnit.NANOSECONDS.toSeconds(now.oldestRecordNanos()));
        record.addGauge(
                Interns.info("TrackedReplicas", "replicas that are synced and open, or not checkpointed"),
                tracked.getAsInt());
        DurableStorages.Space space = durable.map(DurableStorages::space).orElse(DurableStorages.Space.NONE);
        record.addGauge(
                Interns.info("DurableHflushStorages", "working storages on which hflush is durable"), space.storages());
        record.addGauge(
                Interns.info(
                        "DurableHflushFreeBytes", "free space of the storages on which hflush is durable, in bytes"),
                space.freeBytes());
        record.addGauge(Interns.info("Segments", "number of segments"), now.segments());
        record.addGauge(Interns.info("FreeSegments", "number of free segments"), now.freeSegments());
        record.addGauge(Interns.info("SegmentBytes", "size of the current segment, in bytes"), now.segmentBytes());
    }
}
