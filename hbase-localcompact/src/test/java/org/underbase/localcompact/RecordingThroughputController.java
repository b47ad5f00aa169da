package org.underbase.localcompact;

import java.lang.management.ManagementFactory;
import java.util.concurrent.atomic.AtomicLong;
import javax.management.JMException;
import javax.management.ObjectName;
import org.apache.hadoop.hbase.regionserver.throttle.PressureAwareCompactionThroughputController;

/** Throughput controller of HBase that records its calls. */
public final class RecordingThroughputController extends PressureAwareCompactionThroughputController
        implements RecordingThroughputControllerMBean {
    static final String BEAN = "underbase:type=RecordingThroughputController";

    private final AtomicLong started = new AtomicLong();
    private final AtomicLong finished = new AtomicLong();
    private final AtomicLong bytes = new AtomicLong();
    private final AtomicLong waited = new AtomicLong();

    /** Constructor for HBase. */
    public RecordingThroughputController() throws JMException {
        ManagementFactory.getPlatformMBeanServer().registerMBean(this, new ObjectName(BEAN));
    }

    @Override
    public void stop(String why) {
        try {
            ManagementFactory.getPlatformMBeanServer().unregisterMBean(new ObjectName(BEAN));
        } catch (JMException e) {
            throw new IllegalStateException(e);
        }
        super.stop(why);
    }

    @Override
    public void start(String name) {
        started.incrementAndGet();
        super.start(name);
    }

    @Override
    public long control(String name, long size) throws InterruptedException {
        bytes.addAndGet(size);
        long millis = super.control(name, size);
        waited.addAndGet(millis);
        return millis;
    }

    @Override
    public void finish(String name) {
        super.finish(name);
        finished.incrementAndGet();
    }

    @Override
    public long getStarted() {
        return started.get();
    }

    @Override
    public long getFinished() {
        return finished.get();
    }

    @Override
    public long getBytes() {
        return bytes.get();
    }

    @Override
    public long getWaitedMillis() {
        return waited.get();
    }
}
