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
import org.apache.hadoop.hbase.regionserver.RegionServerServices;
import org.apache.hadoop.hbase.regionserver.StoreServer;
import org.apache.hadoop.hbase.regionserver.compactions.CompactionProgress;
import org.apache.hadoop.hbase.regionserver.compactions.CompactionRequestImpl;
import org.apache.hadoop.hbase.regionserver.compactions.DefaultCompactor;
import org.apache.hadoop.hbase.regionserver.throttle.ThroughputController;
import org.apache.hadoop.hbase.security.User;
import org.slf4j.Logger;
import org.slf4j.LoggerFactory;
import org.underbase.localcompact.coordinator.Coordinator;
import org.underbase.localcompact.coordinator.FallbackException;
import org.underbase.localcompact.coordinator.FallbackReason;
import org.underbase.localcompact.coordinator.LocalOutput;
import org.underbase.localcompact.coordinator.Progress;

/**
 * Compactor of a store whose replicas are compacted by the nodes that hold them (FAST '14, section 6.2). Set it as
 * {@code hbase.hstore.defaultengine.compactor.class} of the cluster, a table or a family. Compactions that are ineligible,
 * cost more or fail fall back to stock compaction; HBase commits both.
 */
public class LocalCompactor extends DefaultCompactor {
    private static final Logger LOG = LoggerFactory.getLogger(LocalCompactor.class);

    private static final AtomicBoolean WARNED = new AtomicBoolean();

    private final Set<Progress> running = ConcurrentHashMap.newKeySet();

    /**
     * Constructor for HBase.
     *
     * @param conf configuration of the store
     * @param store store to compact
     */
    public LocalCompactor(Configuration conf, HStore store) {
        super(conf, store);
        try {
            LocalCompactService.coordinatorOf(StoreServer.of(store))
                    .ifPresent(coordinator -> coordinator.opened(store, conf));
        } catch (RuntimeException e) {
            // Fall back: an invalid setting must not keep the store from opening.
            LOG.error(
                    "{} has no favored nodes and uses stock compaction: {}",
                    store.getRegionInfo().getRegionNameAsString(),
                    e.getMessage(),
                    e);
        }
    }

    @Override
    public List<Path> compact(CompactionRequestImpl request, ThroughputController throughput, User user)
            throws IOException {
        RegionServerServices server = StoreServer.of(store);
        Optional<Coordinator> coordinator = LocalCompactService.coordinatorOf(server);
        if (coordinator.isEmpty()) {
            // The Master's local store has no RegionServer.
            if (server != null && !WARNED.getAndSet(true)) {
                LOG.warn(
                        "Falling back to stock compaction of {} and all other stores of this server: add {} to"
                                + " hbase.coprocessor.regionserver.classes",
                        store.getRegionInfo().getRegionNameAsString(),
                        LocalCompactService.class.getName());
            }
            return super.compact(request, throughput, user);
        }
        LocalOutput output;
        try {
            output = compactLocally(coordinator.get(), request, user);
        } catch (FallbackException e) {
            if (!store.areWritesEnabled()) {
                throw aborted("the region closes", e);
            }
            if (Thread.currentThread().isInterrupted()) {
                // The interrupt would also end stock compaction: compactions were disabled, or the server stops.
                throw aborted("it was interrupted", e);
            }
            if (coordinator.get().isClosed()) {
                throw aborted("the server stops", e);
            }
            coordinator.get().counters().addFallback(e.reason());
            logFallback(request, e);
            List<Path> outputs = super.compact(request, throughput, user);
            coordinator.get().learnFromStock(store, request, outputs);
            return outputs;
        }
        return coordinator
                .get()
                .shadows()
                .select(output, store, request, throughput, limit -> super.compact(request, limit, user));
    }

    private InterruptedIOException aborted(String why, FallbackException cause) {
        InterruptedIOException aborted = new InterruptedIOException("Aborting compaction of store " + store
                + " in region " + store.getRegionInfo().getRegionNameAsString() + " because " + why);
        aborted.initCause(cause);
        return aborted;
    }

    private LocalOutput compactLocally(Coordinator coordinator, CompactionRequestImpl request, User user)
            throws FallbackException {
        Progress progress = Progress.of(request);
        running.add(progress);
        try {
            LocalOutput output = coordinator.compact(store, conf, request, user, progress);
            CompactionProgress done = progress.now();
            done.complete();
            store.updateCompactedMetrics(request.isMajor(), done);
            return output;
        } finally {
            running.remove(progress);
        }
    }

    /** Returns the total progress of this store's stock compactions and local ones, for HBase's pages and metrics. */
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

    private void logFallback(CompactionRequestImpl request, FallbackException e) {
        String compaction = Coordinator.describe(store, request);
        if (e.reason() == FallbackReason.FAILED || e.reason() == FallbackReason.DIVERGED) {
            LOG.warn("Falling back to stock compaction of {} ({}): {}", compaction, e.reason(), e.getMessage(), e);
        } else {
            LOG.info("Falling back to stock compaction of {} ({}): {}", compaction, e.reason(), e.getMessage());
        }
    }
}
