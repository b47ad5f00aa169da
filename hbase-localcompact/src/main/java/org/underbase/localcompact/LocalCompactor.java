package org.underbase.localcompact;

import java.io.IOException;
import java.io.InterruptedIOException;
import java.util.List;
import java.util.Optional;
import java.util.Set;
import java.util.concurrent.ConcurrentHashMap;
import java.util.concurrent.atomic.AtomicBoolean;
import org.apache.hadoop.conf.Configuration;
import org.apache.hadoop.fs.Path;
import org.apache.hadoop.hbase.regionserver.HStore;
import org.apache.hadoop.hbase.regionserver.StoreServer;
import org.apache.hadoop.hbase.regionserver.compactions.CompactionProgress;
import org.apache.hadoop.hbase.regionserver.compactions.CompactionRequestImpl;
import org.apache.hadoop.hbase.regionserver.compactions.DefaultCompactor;
import org.apache.hadoop.hbase.regionserver.throttle.ThroughputController;
import org.apache.hadoop.hbase.security.User;
import org.slf4j.Logger;
import org.slf4j.LoggerFactory;
import org.underbase.localcompact.coordinator.Coordinator;
import org.underbase.localcompact.coordinator.NotLocalException;
import org.underbase.localcompact.coordinator.Progress;
import org.underbase.localcompact.coordinator.Reason;

/**
 * The compactor of a store whose replicas' nodes compact their own copies (FAST '14, section 6.2). To be named in
 * {@code hbase.hstore.defaultengine.compactor.class} of the cluster, a table or a family. What is not eligible, costs more
 * or fails is compacted as HBase does it; both end in HBase's own commit.
 */
public final class LocalCompactor extends DefaultCompactor {
    private static final Logger LOG = LoggerFactory.getLogger(LocalCompactor.class);

    private static final AtomicBoolean WARNED = new AtomicBoolean();

    private final Set<Progress> running = ConcurrentHashMap.newKeySet();

    /**
     * For HBase.
     *
     * @param conf of the store
     * @param store whose files are compacted
     */
    public LocalCompactor(Configuration conf, HStore store) {
        super(conf, store);
        try {
            LocalCompactService.coordinatorOf(StoreServer.of(store))
                    .ifPresent(coordinator -> coordinator.opened(store, conf));
        } catch (RuntimeException e) {
            // A store that cannot be opened is worse than one that is compacted as ever.
            LOG.error(
                    "{} is not pinned, and its compactions are stock's: {}",
                    store.getRegionInfo().getRegionNameAsString(),
                    e.getMessage(),
                    e);
        }
    }

    @Override
    public List<Path> compact(CompactionRequestImpl request, ThroughputController throughput, User user)
            throws IOException {
        Optional<Coordinator> coordinator = LocalCompactService.coordinatorOf(StoreServer.of(store));
        if (coordinator.isEmpty()) {
            if (!WARNED.getAndSet(true)) {
                LOG.warn(
                        "{} is compacted as ever, and so are all other stores of this server: it has no {} in"
                                + " hbase.coprocessor.regionserver.classes",
                        store.getRegionInfo().getRegionNameAsString(),
                        LocalCompactService.class.getName());
            }
            return super.compact(request, throughput, user);
        }
        try {
            return List.of(compactLocally(coordinator.get(), request, user));
        } catch (NotLocalException e) {
            if (!store.areWritesEnabled()) {
                throw aborted("the region closes", e);
            }
            if (Thread.currentThread().isInterrupted()) {
                // HBase's own would end by it as well: compactions were switched off, or the server stops.
                throw aborted("it was interrupted", e);
            }
            coordinator.get().counts().stock(e.reason());
            explain(request, e);
            List<Path> outputs = super.compact(request, throughput, user);
            coordinator.get().compactedAsEver(store, request, outputs);
            return outputs;
        }
    }

    private InterruptedIOException aborted(String why, NotLocalException cause) {
        InterruptedIOException aborted = new InterruptedIOException("Aborting compaction of store " + store
                + " in region " + store.getRegionInfo().getRegionNameAsString() + " because " + why);
        aborted.initCause(cause);
        return aborted;
    }

    private Path compactLocally(Coordinator coordinator, CompactionRequestImpl request, User user)
            throws NotLocalException {
        Progress progress = Progress.of(request);
        running.add(progress);
        try {
            Path output = coordinator.compact(store, conf, request, user, progress);
            CompactionProgress done = progress.now();
            done.complete();
            store.updateCompactedMetrics(request.isMajor(), done);
            return output;
        } finally {
            running.remove(progress);
        }
    }

    /** That of HBase's own compactions of the store and of the local ones. HBase shows it in its pages and metrics. */
    @Override
    public CompactionProgress getProgress() {
        CompactionProgress sum = super.getProgress();
        for (Progress each : running) {
            CompactionProgress now = each.now();
            sum.totalCompactingKVs += now.getTotalCompactingKVs();
            sum.currentCompactedKVs += now.getCurrentCompactedKvs();
            sum.totalCompactedSize += now.getTotalCompactedSize();
        }
        return sum;
    }

    @Override
    public boolean isCompacting() {
        return !running.isEmpty() || super.isCompacting();
    }

    private void explain(CompactionRequestImpl request, NotLocalException e) {
        String what = Coordinator.describe(store, request);
        if (e.reason() == Reason.FAILED || e.reason() == Reason.DIVERGED) {
            LOG.warn("{} is compacted as ever ({}): {}", what, e.reason(), e.getMessage(), e);
        } else {
            LOG.info("{} is compacted as ever ({}): {}", what, e.reason(), e.getMessage());
        }
    }
}
