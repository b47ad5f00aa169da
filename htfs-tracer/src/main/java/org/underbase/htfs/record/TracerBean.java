package org.underbase.htfs.record;

import java.lang.management.ManagementFactory;
import java.util.Map;
import java.util.TreeMap;
import java.util.concurrent.TimeUnit;
import javax.management.JMException;
import javax.management.MBeanServer;
import javax.management.ObjectName;
import org.slf4j.Logger;
import org.underbase.htfs.format.Drops;
import org.underbase.operator.config.ConfigKey;

/** JMX bean of a tracer. Thread-safe. */
final class TracerBean implements TracerMXBean {
    private static final Logger LOG = TracerLog.of(Tracer.class);
    private static final String NAME = "org.underbase.htfs:type=Tracer";

    private final Tracer tracer;
    private final Drainer drainer;
    private final FileTable files;
    private final String directory;

    TracerBean(Tracer tracer, Drainer drainer, FileTable files, String directory) {
        this.tracer = tracer;
        this.drainer = drainer;
        this.files = files;
        this.directory = directory;
    }

    /** Registers the tracer of the process until the JVM exits. */
    void register() {
        MBeanServer server = ManagementFactory.getPlatformMBeanServer();
        try {
            server.registerMBean(this, new ObjectName(NAME));
        } catch (JMException e) {
            LOG.warn("Cannot register the tracer in JMX: {}", e.toString());
        }
    }

    @Override
    public boolean isOn() {
        return tracer.on();
    }

    @Override
    public String getFailure() {
        return tracer.failure();
    }

    @Override
    public void setOn(boolean on) {
        change(TraceKeys.ENABLED, Boolean.toString(on));
    }

    @Override
    public double getSampling() {
        return tracer.live().fraction();
    }

    @Override
    public void setSampling(double fraction) {
        change(TraceKeys.SAMPLING, Double.toString(fraction));
    }

    @Override
    public String getRingFull() {
        return tracer.live().full().label();
    }

    @Override
    public void setRingFull(String action) {
        change(TraceKeys.RING_FULL, action);
    }

    @Override
    public long getRingBlockDeadlineMillis() {
        return TimeUnit.NANOSECONDS.toMillis(tracer.live().deadlineNanos());
    }

    @Override
    public void setRingBlockDeadlineMillis(long millis) {
        change(TraceKeys.RING_BLOCK_DEADLINE, millis + "ms");
    }

    @Override
    public long getMaxBytes() {
        return tracer.live().maxBytes();
    }

    @Override
    public void setMaxBytes(long bytes) {
        change(TraceKeys.MAX_BYTES, Long.toString(bytes));
    }

    @Override
    public String getLimitAction() {
        return tracer.live().stop() ? "stop" : "delete";
    }

    @Override
    public void setLimitAction(String action) {
        change(TraceKeys.LIMIT_ACTION, action);
    }

    @Override
    public String getDirectory() {
        return directory;
    }

    @Override
    public long getEvents() {
        return tracer.metrics().events();
    }

    @Override
    public long getEventsWritten() {
        return tracer.metrics().eventsWritten();
    }

    @Override
    public long getBytesWritten() {
        return tracer.metrics().bytes();
    }

    @Override
    public long getBlocksWritten() {
        return tracer.metrics().blocks();
    }

    @Override
    public long getSegmentsBegun() {
        return tracer.metrics().segments();
    }

    @Override
    public long getDroppedRingFull() {
        return tracer.metrics().drops().events(Drops.Cause.RING_FULL);
    }

    @Override
    public long getDroppedWriteError() {
        return tracer.metrics().drops().events(Drops.Cause.WRITE_ERROR);
    }

    @Override
    public long getDroppedSizeCap() {
        return tracer.metrics().drops().events(Drops.Cause.SIZE_CAP);
    }

    @Override
    public Map<String, Long> getLostEvents() {
        Map<String, Long> lost = new TreeMap<>();
        Drops drops = tracer.metrics().drops();
        for (Drops.Cause cause : Drops.Cause.values()) {
            lost.put(cause.label(), drops.events(cause));
        }
        return lost;
    }

    @Override
    public long getLostBytes() {
        return tracer.metrics().drops().totalBytes();
    }

    @Override
    public long getCollapsed() {
        return tracer.metrics().collapsed();
    }

    @Override
    public long getRingBytes() {
        return tracer.rings().memory().bytes();
    }

    @Override
    public long getRingBytesPeak() {
        return tracer.rings().memory().peakBytes();
    }

    @Override
    public long getLongestWaitMicros() {
        return TimeUnit.NANOSECONDS.toMicros(drainer.backpressure().longestNanos());
    }

    @Override
    public long getSegmentsEvicted() {
        return tracer.metrics().evictedSegments();
    }

    @Override
    public long getSegmentsUndeletable() {
        return tracer.metrics().undeletableSegments();
    }

    @Override
    public long getEventsEvicted() {
        return tracer.metrics().evictedEvents();
    }

    @Override
    public long getWriteErrors() {
        return tracer.metrics().writeErrors();
    }

    @Override
    public boolean isFailing() {
        return drainer.failing();
    }

    @Override
    public String getWriteFailure() {
        return drainer.writeFailure();
    }

    @Override
    public long getLagMillis() {
        return drainer.lagMillis();
    }

    @Override
    public int getRings() {
        return tracer.rings().inUse();
    }

    @Override
    public int getFiles() {
        return files.size();
    }

    @Override
    public long getFilesEvicted() {
        return files.evicted();
    }

    @Override
    public boolean flush() {
        return tracer.flush();
    }

    @Override
    public boolean roll() {
        return tracer.roll();
    }

    private void change(ConfigKey key, String value) {
        tracer.change(key.name(), value);
        LOG.info("Trace setting changed by JMX: {}={}", key.name(), value);
    }
}
