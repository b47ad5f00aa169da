package org.underbase.tier.namenode.monitor;

import java.util.Optional;
import java.util.concurrent.TimeUnit;
import java.util.function.LongPredicate;
import org.apache.hadoop.hdfs.server.namenode.FSNamesystem;
import org.apache.hadoop.hdfs.server.namenode.INode;
import org.apache.hadoop.hdfs.server.namenode.INodeDirectory;
import org.apache.hadoop.hdfs.server.namenode.INodeFile;
import org.underbase.tier.namenode.registry.TierQuotas;
import org.underbase.tier.namenode.retrieval.TierTopology;
import org.underbase.tier.policy.QuotaUse;
import org.underbase.tier.policy.TierCounts;

/**
 * Counts of the files below directories with quotas, within the limits of the monitor's lock: soon after changes, and at the
 * interval of full scans. When the NameNode becomes active, it searches the namespace for directories with quotas.
 * Confined to the monitor's thread.
 */
final class QuotaCounter {
    private final FSNamesystem namesystem;
    private final TierTopology topology;
    private final MonitorLock lock;
    private final MonitorFailures failures;
    private final LongPredicate moving;
    private final long intervalNanos;
    private Optional<NamespaceWalk> search = Optional.empty();
    private Optional<Count> current = Optional.empty();

    /**
     * Creates a counter.
     *
     * @param moving whether a move of a block is pending
     */
    QuotaCounter(
            FSNamesystem namesystem,
            TierTopology topology,
            MonitorLock lock,
            MonitorFailures failures,
            LongPredicate moving,
            long intervalMillis) {
        this.namesystem = namesystem;
        this.topology = topology;
        this.lock = lock;
        this.failures = failures;
        this.moving = moving;
        this.intervalNanos = TimeUnit.MILLISECONDS.toNanos(intervalMillis);
    }

    private TierQuotas quotas() {
        return topology.quotas();
    }

    /** Forgets all counts, because another NameNode is active. */
    void forget() {
        quotas().forget();
        search = Optional.empty();
        current = Optional.empty();
    }

    /** Executes a step of the search and of the counts, if one is due. */
    void step(long millis) throws InterruptedException {
        if (!quotas().used()) {
            return;
        }
        quotas().endMoves(moving);
        long deadline = System.nanoTime() + TimeUnit.MILLISECONDS.toNanos(millis);
        boolean more = true;
        while (more && System.nanoTime() - deadline < 0) {
            boolean searched = search();
            more = count() || searched;
        }
    }

    /** Searches a part of the namespace, and returns whether anything was left to search. */
    private boolean search() throws InterruptedException {
        if (!quotas().searching()) {
            return false;
        }
        NamespaceWalk walk = search.orElseGet(() -> new NamespaceWalk(namesystem));
        boolean first = search.isEmpty();
        search = Optional.of(walk);
        lock.rest(lock.hold(hold -> {
            if (first) {
                quotas().own(namesystem.getFSDirectory().getRoot());
            }
            guarded(walk, hold, new Directories());
        }));
        if (walk.done()) {
            search = Optional.empty();
            quotas().found();
        }
        return true;
    }

    private void guarded(NamespaceWalk walk, LockHold hold, NamespaceWalk.Visitor visitor) {
        try {
            walk.advance(hold, visitor);
        } catch (RuntimeException e) {
            failures.note("count the use of a quota", e);
            walk.skip();
        }
    }

    /** Visitor that finds directories with quotas: their lookup registers them. */
    private final class Directories implements NamespaceWalk.Visitor {
        @Override
        public boolean visit(INodeFile file) {
            return true;
        }

        @Override
        public boolean enter(INodeDirectory directory) {
            quotas().own(directory);
            return true;
        }
    }

    /** Counts a part of a directory, and returns whether one was due. */
    private boolean count() throws InterruptedException {
        if (current.isEmpty()) {
            current = quotas().due(System.nanoTime(), intervalNanos).map(Count::new);
        }
        if (current.isEmpty()) {
            return false;
        }
        Count count = current.get();
        lock.rest(lock.hold(hold -> {
            count.begin();
            guarded(count.walk, hold, file -> count.visit(file, hold));
            if (count.walk.done()) {
                count.end();
            }
        }));
        if (count.walk.done()) {
            current = Optional.empty();
        }
        return true;
    }

    /** Count of the files below one directory. */
    private final class Count {
        private final long directory;
        private final Optional<QuotaUse> use;
        private final NamespaceWalk walk;
        private final FileBytes bytes = new FileBytes(namesystem.getBlockManager(), topology.registry());
        private final long[] used = new long[topology.registry().tiers().size()];
        private final long[] wanted = new long[used.length];
        private boolean begun;

        Count(long directory) {
            this.directory = directory;
            this.use = quotas().use(directory);
            this.walk = new NamespaceWalk(namesystem, directory);
        }

        /** Begins under the lock: between a reservation and its block, the use would count both. */
        void begin() {
            if (!begun) {
                use.ifPresent(counted -> counted.begin(System.nanoTime()));
                begun = true;
            }
        }

        /** Files that a snapshot alone preserves are not visited. */
        boolean visit(INodeFile file, LockHold hold) {
            if (file.isStriped()) {
                return true;
            }
            Optional<TierCounts> counts = topology.policies().of(file).wanted();
            if (!bytes.advance(file, counts, hold)) {
                return false;
            }
            if (file.isUnderConstruction()) {
                use.ifPresent(counted -> quotas().visited(file, counted));
            }
            if (bytes.missing()) {
                // Their later reports are no changes of the namespace: count again.
                use.ifPresent(QuotaUse::change);
            }
            for (int rank = 0; rank < used.length; rank++) {
                used[rank] += bytes.onTier(rank);
                wanted[rank] += counts.isPresent() ? counts.get().of(rank) * bytes.length() : bytes.onTier(rank);
            }
            return true;
        }

        void end() {
            INode inode = namesystem.getFSDirectory().getInode(directory);
            if (inode == null || quotas().own(inode).isEmpty()) {
                quotas().remove(directory);
            }
            use.ifPresent(counted -> quotas().counted(counted, used, wanted));
        }
    }
}
