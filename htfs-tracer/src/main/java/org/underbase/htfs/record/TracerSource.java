package org.underbase.htfs.record;

import org.apache.hadoop.metrics2.MetricsCollector;
import org.apache.hadoop.metrics2.MetricsException;
import org.apache.hadoop.metrics2.MetricsSource;
import org.apache.hadoop.metrics2.lib.DefaultMetricsSystem;
import org.apache.hadoop.metrics2.lib.Interns;
import org.slf4j.Logger;

/** Metrics source that publishes the tracer's counters as record {@code UnderbaseTracer}. */
final class TracerSource implements MetricsSource {
    static final String NAME = "UnderbaseTracer";
    private static final Logger LOG = TracerLog.of(Tracer.class);

    private final TracerMXBean tracer;

    TracerSource(TracerMXBean tracer) {
        this.tracer = tracer;
    }

    /** Registers the tracer of the process. */
    void register() {
        try {
            DefaultMetricsSystem.instance().register(NAME, "HDFS call tracer", this);
        } catch (MetricsException e) {
            LOG.warn("Cannot register the tracer in Hadoop's metrics system: {}", e.toString());
        }
    }

    @Override
    public void getMetrics(MetricsCollector collector, boolean all) {
        collector
                .addRecord(NAME)
                .setContext("underbase")
                .addGauge(Interns.info("On", "1 if calls are recorded"), tracer.isOn() ? 1 : 0)
                .addGauge(Interns.info("Sampling", "Fraction of all files that is recorded"), tracer.getSampling())
                .addCounter(Interns.info("Events", "Events recorded"), tracer.getEvents())
                .addCounter(Interns.info("EventsWritten", "Events in segments"), tracer.getEventsWritten())
                .addCounter(Interns.info("BytesWritten", "Bytes in segments"), tracer.getBytesWritten())
                .addCounter(Interns.info("BlocksWritten", "Blocks in segments"), tracer.getBlocksWritten())
                .addCounter(Interns.info("SegmentsBegun", "Segments started"), tracer.getSegmentsBegun())
                .addCounter(
                        Interns.info("DroppedRingFull", "Events dropped because a ring was full"),
                        tracer.getDroppedRingFull())
                .addCounter(
                        Interns.info("DroppedWriteError", "Events dropped because a block could not be written"),
                        tracer.getDroppedWriteError())
                .addCounter(
                        Interns.info("DroppedSizeCap", "Events dropped because of the size limit"),
                        tracer.getDroppedSizeCap())
                .addCounter(
                        Interns.info("LostCalls", "Calls lost for any cause"),
                        tracer.getLostEvents().values().stream()
                                .mapToLong(Long::longValue)
                                .sum())
                .addCounter(
                        Interns.info("LostBytes", "Bytes that the lost reads and writes moved"), tracer.getLostBytes())
                .addCounter(Interns.info("Collapsed", "Calls that other events include"), tracer.getCollapsed())
                .addGauge(Interns.info("RingBytes", "Memory of the waiting events"), tracer.getRingBytes())
                .addGauge(
                        Interns.info("RingBytesPeak", "Largest memory of the waiting events"),
                        tracer.getRingBytesPeak())
                .addGauge(
                        Interns.info("LongestWaitMicros", "Longest wait of a call for memory"),
                        tracer.getLongestWaitMicros())
                .addCounter(
                        Interns.info("SegmentsEvicted", "Segments deleted because of a limit"),
                        tracer.getSegmentsEvicted())
                .addGauge(
                        Interns.info("SegmentsUndeletable", "Segments that a limit cannot delete"),
                        tracer.getSegmentsUndeletable())
                .addCounter(Interns.info("EventsEvicted", "Events in deleted segments"), tracer.getEventsEvicted())
                .addCounter(Interns.info("WriteErrors", "Failed writes"), tracer.getWriteErrors())
                .addGauge(Interns.info("LagMillis", "Age of the oldest unwritten event"), tracer.getLagMillis())
                .addGauge(Interns.info("Rings", "Threads with a dedicated ring"), tracer.getRings())
                .addGauge(Interns.info("Files", "Files in the file table"), tracer.getFiles())
                .addCounter(
                        Interns.info("FilesEvicted", "Files evicted from the file table"), tracer.getFilesEvicted());
    }
}
