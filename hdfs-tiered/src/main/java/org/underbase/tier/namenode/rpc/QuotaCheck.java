package org.underbase.tier.namenode.rpc;

import java.io.IOException;
import java.io.InterruptedIOException;
import java.util.ArrayList;
import java.util.Collection;
import java.util.List;
import java.util.Optional;
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

/** Check of changes of wanted replicas against quotas. Thread-safe. */
final class QuotaCheck {
    /** Maximum time for which a call waits until the files below a quota have been counted. */
    private static final long WAIT_MILLIS = 5_000;

    private final FSNamesystem namesystem;
    private final TierTopology topology;
    private final PolicyDemand demand;

    QuotaCheck(FSNamesystem namesystem, TierTopology topology) {
        this.namesystem = namesystem;
        this.topology = topology;
        this.demand = new PolicyDemand(namesystem, topology);
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
     * @return the demand; empty for a file and without quotas
     */
    Collection<PolicyDemand.Demand> prepare(
            String path, String command, Function<INode, Optional<PlacementPolicy>> after) throws IOException {
        if (!used()) {
            return List.of();
        }
        List<QuotaLimit> limits = new ArrayList<>();
        List<Directory> directories = new ArrayList<>(1);
        TierNamesystem.validate(namesystem, path, command, target -> {
            INode inode = target.path().getLastINode();
            limits.addAll(quotas().of(inode));
            Optional<PlacementPolicy> policy = inode.isDirectory() ? after.apply(inode) : Optional.empty();
            if (policy.isPresent() && demand.concerns(inode)) {
                directories.add(new Directory(
                        inode.getId(), topology.policies().of(inode).holder(), policy.get()));
            }
        });
        try {
            Collection<PolicyDemand.Demand> demands = List.of();
            for (Directory directory : directories) {
                demands = demand.of(directory.inode(), directory.holder(), directory.after())
                        .values();
            }
            demands.forEach(one -> limits.add(one.quota()));
            if (!quotas().awaitCounted(limits, WAIT_MILLIS)) {
                throw new TierException("the files below a quota of " + path
                        + " are being counted after a start of the NameNode: retry later (see hdfs tier -quota)");
            }
            return demands;
        } catch (InterruptedException e) {
            Thread.currentThread().interrupt();
            throw new InterruptedIOException("interrupted while the use of quotas was computed");
        }
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
            INode directory = namesystem.getFSDirectory().getInode(quota.directory());
            throw new TierException("the quota of "
                    + (directory == null ? "a directory" : directory.getFullPathName()) + " on the tier '"
                    + topology.registry().tiers().name(rank) + "' is " + SizeText.of(quota.bytes(rank))
                    + ": its files want " + SizeText.of(quota.use().wanted(rank)) + ", the change would add "
                    + SizeText.of(more));
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
