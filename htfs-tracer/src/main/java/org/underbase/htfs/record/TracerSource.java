package org.underbase.htfs.record;

import org.apache.hadoop.metrics2.MetricsCollector;
import org.apache.hadoop.metrics2.MetricsException;
import org.apache.hadoop.metrics2.MetricsSource;
import org.apache.hadoop.metrics2.lib.DefaultMetricsSystem;
import org.apache.hadoop.metrics2.lib.Interns;
import org.slf4j.Logger;
import org.slf4j.LoggerFactory;

/** The tracer's metrics in Hadoop's metrics system, so that the sinks and the {@code /jmx} page of a daemon have them. */
final class TracerSource implements MetricsSource {
    static final String NAME = "UnderbaseTracer";
    private static final Logger LOG = LoggerFactory.getLogger(Tracer.class);

    private final TracerMXBean tracer;

    TracerSource(TracerMXBean tracer) {
        this.tracer = tracer;
    }

    /** Shows the tracer of the process. */
    void register() {
        try {
            DefaultMetricsSystem.instance().register(NAME, "The HDFS call tracer", this);
        } catch (MetricsException e) {
            LOG.warn("The tracer's metrics are not in Hadoop's metrics system: {}", e.toString());
        }
    }

    @Override
    public void getMetrics(MetricsCollector collector, boolean all) {
        collector
                .addRecord(NAME)
                .setContext("underbase")
                .addGauge(Interns.info("On", "1 when calls are recorded"), tracer.isOn() ? 1 : 0)
                .addGauge(Interns.info("Sampling", "Part of all files that is recorded"), tracer.getSampling())
                .addCounter(Interns.info("Events", "Events recorded"), tracer.getEvents())
                .addCounter(Interns.info("EventsWritten", "Events in segments"), tracer.getEventsWritten())
                .addCounter(Interns.info("BytesWritten", "Bytes in segments"), tracer.getBytesWritten())
                .addCounter(Interns.info("BlocksWritten", "Blocks in segments"), tracer.getBlocksWritten())
                .addCounter(Interns.info("SegmentsBegun", "Segments begun"), tracer.getSegmentsBegun())
                .addCounter(
                        Interns.info("DroppedRingFull", "Events lost: a ring was full"), tracer.getDroppedRingFull())
                .addCounter(
                        Interns.info("DroppedWriteError", "Events lost: a block could not be written"),
                        tracer.getDroppedWriteError())
                .addCounter(
                        Interns.info("DroppedSizeCap", "Events lost: the cap on the size was reached"),
                        tracer.getDroppedSizeCap())
                .addCounter(
                        Interns.info("SegmentsExpired", "Segments deleted to keep within the cap"),
                        tracer.getSegmentsExpired())
                .addCounter(Interns.info("EventsExpired", "Events in those"), tracer.getEventsExpired())
                .addCounter(Interns.info("WriteErrors", "Attempts to write that failed"), tracer.getWriteErrors())
                .addGauge(Interns.info("LagMillis", "Age of the oldest event not yet on disk"), tracer.getLagMillis())
                .addGauge(Interns.info("Rings", "Threads with a ring of their own"), tracer.getRings())
                .addGauge(Interns.info("Files", "Files whose identity is remembered"), tracer.getFiles())
                .addCounter(
                        Interns.info("FilesForgotten", "Files whose identity was forgotten"),
                        tracer.getFilesForgotten());
    }
}
