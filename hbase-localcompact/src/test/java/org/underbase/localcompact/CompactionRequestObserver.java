package org.underbase.localcompact;

import java.io.IOException;
import java.lang.management.ManagementFactory;
import java.util.List;
import java.util.Optional;
import java.util.concurrent.CopyOnWriteArrayList;
import javax.management.JMException;
import javax.management.ObjectName;
import org.apache.hadoop.hbase.Cell;
import org.apache.hadoop.hbase.CoprocessorEnvironment;
import org.apache.hadoop.hbase.client.Get;
import org.apache.hadoop.hbase.coprocessor.ObserverContext;
import org.apache.hadoop.hbase.coprocessor.RegionCoprocessor;
import org.apache.hadoop.hbase.coprocessor.RegionCoprocessorEnvironment;
import org.apache.hadoop.hbase.coprocessor.RegionObserver;
import org.apache.hadoop.hbase.regionserver.Store;
import org.apache.hadoop.hbase.regionserver.StoreFile;
import org.apache.hadoop.hbase.regionserver.compactions.CompactionLifeCycleTracker;
import org.apache.hadoop.hbase.regionserver.compactions.CompactionRequest;
import org.apache.hadoop.hbase.util.Bytes;

/** Observer that requests a compaction with user priority when {@link #TRIGGER_ROW} is read, and records its life cycle calls. */
// HBase's interface uses the raw type, and the methods for coprocessors are deprecated.
@SuppressWarnings({"rawtypes", "deprecation"})
public final class CompactionRequestObserver
        implements RegionCoprocessor, RegionObserver, CompactionRequestObserverMBean {
    static final byte[] TRIGGER_ROW = Bytes.toBytes("trigger");
    static final String BEAN = "underbase:type=CompactionRequestObserver";

    private final List<String> calls = new CopyOnWriteArrayList<>();

    /** Constructor for HBase. */
    public CompactionRequestObserver() {}

    private final CompactionLifeCycleTracker tracker = new CompactionLifeCycleTracker() {
        @Override
        public void notExecuted(Store store, String reason) {
            calls.add("notExecuted " + store.getColumnFamilyName() + " " + reason);
        }

        @Override
        public void beforeExecution(Store store) {
            calls.add("beforeExecution " + store.getColumnFamilyName());
        }

        @Override
        public void afterExecution(Store store) {
            calls.add("afterExecution " + store.getColumnFamilyName());
        }

        @Override
        public void completed() {
            calls.add("completed");
        }
    };

    @Override
    public void start(CoprocessorEnvironment environment) throws IOException {
        try {
            ManagementFactory.getPlatformMBeanServer().registerMBean(this, new ObjectName(BEAN));
        } catch (JMException e) {
            throw new IOException(e);
        }
    }

    @Override
    public void stop(CoprocessorEnvironment environment) throws IOException {
        try {
            ManagementFactory.getPlatformMBeanServer().unregisterMBean(new ObjectName(BEAN));
        } catch (JMException e) {
            throw new IOException(e);
        }
    }

    @Override
    public Optional<RegionObserver> getRegionObserver() {
        return Optional.of(this);
    }

    @Override
    public void preGetOp(ObserverContext<RegionCoprocessorEnvironment> context, Get get, List<Cell> result)
            throws IOException {
        if (Bytes.equals(get.getRow(), TRIGGER_ROW)) {
            context.getEnvironment().getRegion().requestCompaction("a test", Store.PRIORITY_USER, true, tracker);
        }
    }

    @Override
    public void postCompact(
            ObserverContext<RegionCoprocessorEnvironment> context,
            Store store,
            StoreFile result,
            CompactionLifeCycleTracker usedTracker,
            CompactionRequest request) {
        calls.add("postCompact " + store.getColumnFamilyName() + " priority " + request.getPriority()
                + (request.isMajor() ? " major" : "") + (usedTracker == tracker ? " own" : ""));
    }

    @Override
    public String[] getCalls() {
        return calls.toArray(String[]::new);
    }
}
