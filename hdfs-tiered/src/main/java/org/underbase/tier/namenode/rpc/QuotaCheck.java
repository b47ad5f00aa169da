package org.underbase.tier.namenode.rpc;

import java.io.IOException;
import java.io.InterruptedIOException;
import java.time.Duration;
import java.util.ArrayList;
import java.util.Collection;
import java.util.List;
import java.util.Optional;
import java.util.concurrent.Semaphore;
import java.util.function.Function;
import org.apache.hadoop.hdfs.server.namenode.FSNamesystem;
import org.apache.hadoop.hdfs.server.namenode.INode;
import org.apache.hadoop.hdfs.server.namenode.INodeFile;
import org.apache.hadoop.hdfs.server.namenode.TierNamesystem;
import org.underbase.operator.output.SizeText;
import org.underbase.tier.namenode.monitor.PolicyDemand;
import org.underbase.tier.namenode.registry.QuotaLimit;
import org.underbase.tier.namenode.registry.TierQuotas;
import org.underbase.tier.namenode.retrieval.TierTopology;
import org.underbase.tier.policy.PlacementPolicy;
import org.underbase.tier.policy.TierCounts;
import org.underbase.tier.protocol.TierException;

/**
 * Check of changes of wanted replicas against quotas. Parts that take long occupy a handler of the RPC server, so that each is
 * limited in time and rejects concurrent calls. Thread-safe.
 */
final class QuotaCheck {
    /** Maximum time for which a call waits until the files below a quota have been counted. */
    private static final long WAIT_MILLIS = 5_000;

    /**
     * Maximum time for which a call visits the files below a directory. Limited by time, because it occupies a handler and because
     * clients repeat a call without a response; the number of files that fit into it depends on the load of the lock.
     */
    private static final Duration MAX_WALK = Duration.ofSeconds(20);

    private final FSNamesystem namesystem;
    private final TierTopology topology;
    private final Walk walk;
    private final Wait wait;
    private final Semaphore walks = new Semaphore(1);
    private final Semaphore waits = new Semaphore(1);

    QuotaCheck(FSNamesystem namesystem, TierTopology topology) {
        this(
                namesystem,
                topology,
                new PolicyDemand(namesystem, topology, MAX_WALK)::of,
                (limits, millis) -> topology.quotas().awaitCounted(limits, millis));
    }

    QuotaCheck(FSNamesystem namesystem, TierTopology topology, Walk walk, Wait wait) {
        this.namesystem = namesystem;
        this.topology = topology;
        this.walk = walk;
        this.wait = wait;
    }

    /** Computation of the demand of a directory's policy, like {@link PolicyDemand#of}. */
    @FunctionalInterface
    interface Walk {
        Optional<Collection<PolicyDemand.Demand>> of(long directory, long holder, PlacementPolicy after)
                throws InterruptedException;
    }

    /** Wait for the use of quotas, like {@link TierQuotas#awaitCounted}. */
    @FunctionalInterface
    interface Wait {
        boolean counted(List<QuotaLimit> limits, long millis) throws InterruptedException;
    }

    /**
     * Prepared change of a path.
     *
     * @param inode ID of the inode that was at the path; 0 without quotas
     * @param demands demand of a directory's new policy; empty for a file and without quotas
     */
    record Prepared(long inode, Collection<PolicyDemand.Demand> demands) {
        /** Rejects the change if another inode is at the path. */
        void requireSame(INode now, String path) throws TierException {
            if (inode != 0 && inode != now.getId()) {
                throw new TierException("cannot check the quotas of " + path
                        + ": another file or directory was moved to this path; retry the change");
            }
        }
    }

    private TierQuotas quotas() {
        return topology.quotas();
    }

    /** Whether quotas exist. */
    boolean used() {
        return quotas().used();
    }

    /**
     * Prepares the change of a path, without the write lock: waits until the use of its quotas is known, and computes the demand
     * of a directory's new policy.
     *
     * @param after policy of a directory after the change
     * @throws TierException also if another call waits or computes, or if a directory has too many files
     */
    Prepared prepare(String path, String command, Function<INode, Optional<PlacementPolicy>> after) throws IOException {
        if (!used()) {
            return new Prepared(0, List.of());
        }
        List<QuotaLimit> limits = new ArrayList<>();
        List<Directory> directories = new ArrayList<>(1);
        long[] id = {0};
        TierNamesystem.validate(namesystem, path, command, target -> {
            INode inode = target.path().getLastINode();
            id[0] = inode.getId();
            limits.addAll(quotas().of(inode));
            Optional<PlacementPolicy> policy = inode.isDirectory() ? after.apply(inode) : Optional.empty();
            if (policy.isPresent() && concerns(inode)) {
                directories.add(new Directory(
                        inode.getId(), topology.policies().of(inode).holder(), policy.get()));
            }
        });
        try {
            Collection<PolicyDemand.Demand> demands = List.of();
            for (Directory directory : directories) {
                demands = demands(path, directory);
            }
            demands.forEach(one -> limits.add(one.quota()));
            if (!wait.counted(limits, 0) && !awaitCounted(limits)) {
                throw new TierException("the files below a quota of " + path
                        + " are being counted after a start of the NameNode: retry later (see hdfs tier -quota)");
            }
            return new Prepared(id[0], demands);
        } catch (InterruptedException e) {
            Thread.currentThread().interrupt();
            throw new InterruptedIOException("interrupted while the use of quotas was computed");
        }
    }

    private Collection<PolicyDemand.Demand> demands(String path, Directory directory)
            throws TierException, InterruptedException {
        if (!walks.tryAcquire()) {
            throw new TierException("cannot check the quotas below " + path
                    + ": the NameNode checks those of another directory; retry later");
        }
        try {
            return walk.of(directory.inode(), directory.holder(), directory.after())
                    .orElseThrow(() -> new TierException("cannot check the quotas below " + path
                            + ": it has too many files to visit in " + MAX_WALK.toSeconds()
                            + " s; set the policy on its subdirectories first, or ask the superuser to remove the quotas"
                            + " until the policy is set"));
        } finally {
            walks.release();
        }
    }

    /** Returns false without a wait if another call waits. */
    private boolean awaitCounted(List<QuotaLimit> limits) throws InterruptedException {
        if (!waits.tryAcquire()) {
            return false;
        }
        try {
            return wait.counted(limits, WAIT_MILLIS);
        } finally {
            waits.release();
        }
    }

    /** Whether a quota applies to a directory, or may apply to a file below it. The caller holds the lock. */
    private boolean concerns(INode directory) {
        if (!quotas().of(directory).isEmpty()) {
            return true;
        }
        for (long id : quotas().directories()) {
            for (INode at = namesystem.getFSDirectory().getInode(id); at != null; at = at.getParent()) {
                if (at.getId() == directory.getId()) {
                    return true;
                }
            }
        }
        return false;
    }

    /** @param holder inode ID of the directory whose policy is in force at present */
    private record Directory(long inode, long holder, PlacementPolicy after) {}

    /**
     * Checks the change of a file's wanted counts. The caller holds the namesystem's lock.
     *
     * @throws TierException if it would exceed a quota
     */
    void check(INodeFile file, TierCounts now, TierCounts next) throws TierException {
        for (QuotaLimit quota : quotas().of(file)) {
            long length = file.computeFileSize();
            for (int rank = 0; rank < next.tiers(); rank++) {
                check(quota, rank, (next.of(rank) - now.of(rank)) * length);
            }
        }
    }

    /** Like {@link #check(INodeFile, TierCounts, TierCounts)}, for the policy of a directory. */
    void check(Collection<PolicyDemand.Demand> demands) throws TierException {
        for (PolicyDemand.Demand one : demands) {
            for (int rank = 0; rank < topology.registry().tiers().size(); rank++) {
                check(one.quota(), rank, one.bytes(rank));
            }
        }
    }

    private void check(QuotaLimit quota, int rank, long more) throws TierException {
        if (more > 0 && quota.overcommitted(rank, more)) {
            quotas().counts().reject();
            throw new TierException(quotas().describe(quota, rank) + ": its files want "
                    + SizeText.of(quota.use().wanted(rank)) + ", the change would add " + SizeText.of(more));
        }
    }

    /** Reserves the change of a file's wanted counts. */
    void reserve(INodeFile file, TierCounts now, TierCounts next) {
        for (QuotaLimit quota : quotas().of(file)) {
            long length = file.computeFileSize();
            for (int rank = 0; rank < next.tiers(); rank++) {
                quota.use().reserve(rank, 0, (next.of(rank) - now.of(rank)) * length);
            }
        }
    }

    /** Reserves the demand of a directory's policy. */
    void reserve(Collection<PolicyDemand.Demand> demands) {
        for (PolicyDemand.Demand one : demands) {
            for (int rank = 0; rank < topology.registry().tiers().size(); rank++) {
                one.quota().use().reserve(rank, 0, one.bytes(rank));
            }
        }
    }
}
