package org.underbase.tier.namenode.monitor;

import java.time.Duration;
import java.util.Collection;
import java.util.HashMap;
import java.util.Map;
import java.util.Optional;
import org.apache.hadoop.hdfs.server.namenode.FSNamesystem;
import org.apache.hadoop.hdfs.server.namenode.INodeDirectory;
import org.apache.hadoop.hdfs.server.namenode.INodeFile;
import org.apache.hadoop.hdfs.server.namenode.TierNamesystem;
import org.apache.hadoop.hdfs.server.namenode.snapshot.Snapshot;
import org.underbase.tier.namenode.registry.FilePolicy;
import org.underbase.tier.namenode.registry.QuotaLimit;
import org.underbase.tier.namenode.registry.TierPolicies;
import org.underbase.tier.namenode.registry.TierRegistry;
import org.underbase.tier.namenode.retrieval.TierTopology;
import org.underbase.tier.policy.PlacementPolicy;
import org.underbase.tier.policy.TierCounts;

/**
 * Bytes that a new policy of a directory assigns to the tiers, in addition to the present assignment, for the files below it that
 * inherit the policy. Computed in short holds of the namesystem's read lock.
 */
public final class PolicyDemand {
    /** Maximum fraction of the time under lock; a client waits for the result. */
    private static final double LOCK_FRACTION = 0.2;

    private final FSNamesystem namesystem;
    private final TierTopology topology;
    private final MonitorLock lock;
    private final Duration maximum;

    /** @param maximum time after which a computation ends without a result */
    public PolicyDemand(FSNamesystem namesystem, TierTopology topology, Duration maximum) {
        this.namesystem = namesystem;
        this.topology = topology;
        this.lock = new MonitorLock(namesystem, topology, LOCK_FRACTION);
        this.maximum = maximum;
    }

    /** Demand below one quota. */
    public static final class Demand {
        private final QuotaLimit quota;
        private final long[] bytes;

        private Demand(QuotaLimit quota, int tiers) {
            this.quota = quota;
            this.bytes = new long[tiers];
        }

        public QuotaLimit quota() {
            return quota;
        }

        /** Returns the additional bytes on a tier; negative for fewer. */
        public long bytes(int rank) {
            return bytes[rank];
        }
    }

    /**
     * Computes the demand for each quota that applies to a file below a directory. Skips directories with a policy, because no
     * file below them inherits another one.
     *
     * @param directory inode ID of the directory whose policy changes
     * @param holder inode ID of the directory whose policy is in force there at present; 0 for the cluster's default
     * @param after policy in force after the change
     * @return the demand; empty after the maximum time
     */
    public Optional<Collection<Demand>> of(long directory, long holder, PlacementPolicy after)
            throws InterruptedException {
        long start = System.nanoTime();
        NamespaceWalk walk = new NamespaceWalk(namesystem, directory);
        Sum sum = new Sum(holder, after);
        while (!walk.done()) {
            lock.rest(lock.hold(hold -> {
                sum.hold = hold;
                walk.advance(hold, sum);
            }));
            if (!walk.done() && System.nanoTime() - start >= maximum.toNanos()) {
                return Optional.empty();
            }
        }
        return Optional.of(sum.demands.values());
    }

    /** Sum over the files below a directory. */
    private final class Sum implements NamespaceWalk.Visitor {
        private final long holder;
        private final PlacementPolicy after;
        private final FileBytes bytes = new FileBytes(namesystem.getBlockManager(), topology.registry());
        private final Map<Long, Demand> demands = new HashMap<>();
        private LockHold hold;

        Sum(long holder, PlacementPolicy after) {
            this.holder = holder;
            this.after = after;
        }

        @Override
        public boolean enter(INodeDirectory directory) {
            return TierNamesystem.attribute(directory, Snapshot.CURRENT_STATE_ID, TierPolicies.POLICY)
                    .isEmpty();
        }

        @Override
        public boolean visit(INodeFile file) {
            FilePolicy before = topology.policies().of(file);
            TierRegistry registry = topology.registry();
            Optional<TierCounts> next = after.wanted(
                    registry.tiers(),
                    registry.populated(),
                    Math.max(1, file.getFileReplication() - (before.cached() ? 1 : 0)),
                    file.getId());
            boolean inherits = before.holder() == holder && before.from() != FilePolicy.From.FILE;
            boolean staysDemoted = before.demoted() && after.vector().isEmpty();
            if (!inherits || next.isEmpty() || staysDemoted || file.isStriped()) {
                return true;
            }
            if (!bytes.advance(file, before.wanted(), hold)) {
                return false;
            }
            for (QuotaLimit quota : topology.quotas().of(file)) {
                Demand demand = demands.computeIfAbsent(
                        quota.directory(),
                        id -> new Demand(quota, registry.tiers().size()));
                for (int rank = 0; rank < next.get().tiers(); rank++) {
                    long now = before.wanted().isPresent()
                            ? before.wanted().get().of(rank) * bytes.length()
                            : bytes.onTier(rank);
                    demand.bytes[rank] += next.get().of(rank) * bytes.length() - now;
                }
            }
            return true;
        }
    }
}
