package org.underbase.combinedlog.datanode;

import java.util.ArrayList;
import java.util.List;
import java.util.function.Supplier;
import org.apache.hadoop.metrics2.MetricsCollector;
import org.apache.hadoop.metrics2.MetricsRecordBuilder;
import org.apache.hadoop.metrics2.MetricsSource;
import org.apache.hadoop.metrics2.lib.Interns;
import org.apache.hadoop.metrics2.lib.MetricsRegistry;
import org.apache.hadoop.metrics2.lib.MutableCounterLong;
import org.apache.hadoop.metrics2.lib.MutableQuantiles;
import org.apache.hadoop.metrics2.lib.MutableRate;
import org.underbase.combinedlog.block.BlockLog.Outcome;
import org.underbase.combinedlog.journal.JournalStatistics;

/** What a DataNode's journal tells Hadoop's metrics: the record {@code combinedlog} in the context {@code dfs}. */
final class JournalMetrics implements MetricsSource {
    static final String RECORD = "combinedlog";

    private final MetricsRegistry registry = new MetricsRegistry(RECORD).setContext("dfs");
    private final MutableCounterLong journaled =
            registry.newCounter("SyncsJournaled", "hsyncs that were a record of the journal", 0L);
    private final MutableCounterLong tooMany = registry.newCounter(
            "SyncsTooLarge", "hsyncs of more bytes than the limit, which forced the replica's files", 0L);
    private final MutableCounterLong noRoom = registry.newCounter(
            "SyncsNoRoom", "hsyncs that forced the replica's files because no segment was free", 0L);
    private final MutableCounterLong failed = registry.newCounter(
            "SyncsStock", "hsyncs that forced the replica's files because the journal failed or had ended", 0L);
    private final MutableRate nanos = registry.newRate("SyncNanos", "time of an hsync in the DataNode");
    private final List<MutableQuantiles> quantiles = new ArrayList<>();
    private final Supplier<JournalStatistics> journal;
    private final Supplier<Boolean> working;

    /**
     * Makes the metrics.
     *
     * @param intervals of quantiles, seconds, as the DataNode has them of its own metrics
     * @param journal its figures
     * @param working whether hsyncs go to it
     */
    JournalMetrics(int[] intervals, Supplier<JournalStatistics> journal, Supplier<Boolean> working) {
        this.journal = journal;
        this.working = working;
        for (int interval : intervals) {
            quantiles.add(registry.newQuantiles(
                    "SyncNanos" + interval + "s", "time of an hsync in the DataNode", "ops", "latency", interval));
        }
    }

    /** Ends what the quantiles run. */
    void stop() {
        quantiles.forEach(MutableQuantiles::stop);
    }

    void synced(Outcome outcome, long took) {
        switch (outcome) {
            case DURABLE -> journaled.incr();
            case TOO_MANY -> tooMany.incr();
            case NO_ROOM -> noRoom.incr();
            case FAILED -> failed.incr();
        }
        nanos.add(took);
        quantiles.forEach(each -> each.add(took));
    }

    @Override
    public void getMetrics(MetricsCollector collector, boolean all) {
        MetricsRecordBuilder record = collector.addRecord(RECORD).setContext("dfs");
        registry.snapshot(record, all);
        JournalStatistics now = journal.get();
        record.addGauge(Interns.info("Working", "1 while hsyncs go to the journal"), working.get() ? 1 : 0);
        record.addCounter(Interns.info("Records", "records appended"), now.records());
        record.addCounter(Interns.info("Commits", "writes and forces of the journal"), now.commits());
        record.addCounter(Interns.info("Bytes", "bytes written to the journal"), now.bytes());
        record.addCounter(Interns.info("CommitNanos", "time in writes and forces"), now.commitNanos());
        record.addCounter(Interns.info("WaitNanos", "time that hsyncs waited for commits, in sum"), now.waitNanos());
        record.addCounter(Interns.info("Checkpoints", "segments that were made free"), now.checkpoints());
        record.addCounter(
                Interns.info("CheckpointFailures", "checkpoints that are tried again"), now.checkpointFailures());
        record.addCounter(
                Interns.info("CheckpointNanos", "time in checkpoints, with their pauses"), now.checkpointNanos());
        record.addCounter(Interns.info("ExtraSegments", "segments made for want of a free one"), now.extraSegments());
        record.addGauge(Interns.info("Segments", "segments of the journal"), now.segments());
        record.addGauge(Interns.info("FreeSegments", "segments that are free"), now.freeSegments());
        record.addGauge(Interns.info("SegmentBytes", "size of the segment that is written"), now.segmentBytes());
    }
}
