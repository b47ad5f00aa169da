package org.underbase.tier.namenode.rpc;

import java.io.IOException;
import java.util.List;
import java.util.Optional;
import org.apache.hadoop.hdfs.server.blockmanagement.BlockInfo;
import org.apache.hadoop.hdfs.server.namenode.FSNamesystem;
import org.apache.hadoop.hdfs.server.namenode.INode;
import org.apache.hadoop.hdfs.server.namenode.INodeFile;
import org.apache.hadoop.hdfs.server.namenode.TierNamesystem;
import org.apache.hadoop.hdfs.server.namenode.snapshot.Snapshot;
import org.underbase.tier.namenode.placement.ReplicationDecrease;
import org.underbase.tier.namenode.registry.FilePolicy;
import org.underbase.tier.namenode.registry.LiveReplica;
import org.underbase.tier.namenode.registry.TierIndex;
import org.underbase.tier.namenode.registry.TierPolicies;
import org.underbase.tier.namenode.registry.TierRegistry;
import org.underbase.tier.namenode.retrieval.TierTopology;
import org.underbase.tier.policy.PlacementCheck;
import org.underbase.tier.policy.PlacementPolicy;
import org.underbase.tier.policy.ReplicaLocation;
import org.underbase.tier.policy.ReplicaVector;
import org.underbase.tier.policy.TierCounts;
import org.underbase.tier.policy.TierNames;
import org.underbase.tier.protocol.TierException;
import org.underbase.tier.protocol.proto.TierProtocolProtos.ChangeResponseProto;

/**
 * Calls that change the wanted replicas of a file (hatS, Table II). Each logs an edit of the vector and one of the
 * replication under one acquisition of the write lock and in one sync, and is durable on return; the replicas follow in the
 * background. A call for a state that exists already changes nothing. A dry run takes only the read lock.
 */
final class TierOperations {
    private final FSNamesystem namesystem;
    private final TierTopology topology;
    private final TierRegistry registry;
    private final RaiseAccess raises;
    private final QuotaCheck quotas;

    TierOperations(FSNamesystem namesystem, TierTopology topology) {
        this(namesystem, topology, new QuotaCheck(namesystem, topology));
    }

    TierOperations(FSNamesystem namesystem, TierTopology topology, QuotaCheck quotas) {
        this.namesystem = namesystem;
        this.topology = topology;
        this.registry = topology.registry();
        this.raises = new RaiseAccess(namesystem, topology);
        this.quotas = quotas;
    }

    /**
     * Mode of a call.
     *
     * @param dryRun whether to validate the change without making it
     * @param withRpcIds whether the edit log records the IDs of the call
     */
    record Mode(boolean dryRun, boolean withRpcIds) {}

    /** Computation of the new vector of a file; empty if nothing has to change. */
    @FunctionalInterface
    private interface Step {
        Optional<TierCounts> next(TierCounts now) throws TierException;
    }

    /** Adds a replica on a tier that holds none of the file. */
    ChangeResponseProto create(String path, String tier, Mode mode) throws IOException {
        int rank = rank(tier);
        return change(
                path,
                "createFileTier",
                mode,
                true,
                now -> now.of(rank) > 0 ? Optional.empty() : Optional.of(now.plus(rank, 1)));
    }

    /** Deletes all replicas of the file on a tier. */
    ChangeResponseProto delete(String path, String tier, Mode mode) throws IOException {
        int rank = rank(tier);
        return change(path, "deleteFileTier", mode, false, now -> {
            if (now.of(rank) == 0) {
                return Optional.empty();
            }
            return Optional.of(without(now, tier, now.of(rank)));
        });
    }

    /**
     * Adds replicas on a tier, also if it holds some, or removes this number of them.
     *
     * @param difference number of replicas of each block to add; negative to remove them
     */
    ChangeResponseProto changeReplicas(String path, String tier, int difference, Mode mode) throws IOException {
        int rank = rank(tier);
        requireReplicas(difference > 0 ? "add" : "remove", Math.abs((long) difference));
        if (difference > 0) {
            return change(path, "addReplicas", mode, false, now -> Optional.of(now.plus(rank, difference)));
        }
        return change(path, "removeReplicas", mode, false, now -> Optional.of(without(now, tier, -difference)));
    }

    private static void requireReplicas(String verb, long replicas) throws TierException {
        if (replicas < 1 || replicas > ReplicaVector.MAX) {
            throw new TierException(
                    "the number of replicas to " + verb + " is 1 to " + ReplicaVector.MAX + ", not " + replicas);
        }
    }

    private TierCounts without(TierCounts now, String tier, int replicas) throws TierException {
        int rank = requireHeld(now, tier, replicas);
        if (replicas == now.sum()) {
            throw new TierException("tier '" + tier
                    + "' holds the only replicas of the file: create it on another tier first, or delete the file");
        }
        return now.plus(rank, -replicas);
    }

    /** Returns the rank of a tier that should hold at least a number of replicas. */
    private int requireHeld(TierCounts now, String tier, int replicas) throws TierException {
        int rank = rank(tier);
        int held = now.of(rank);
        if (held < replicas) {
            throw new TierException("the file has " + held + (held == 1 ? " replica" : " replicas") + " on the tier '"
                    + tier + "', not " + replicas + ": it should have " + ReplicaVector.of(now, registry.tiers()));
        }
        return rank;
    }

    /** Moves replicas from one tier to another. */
    ChangeResponseProto move(String path, String from, String to, int replicas, Mode mode) throws IOException {
        int source = rank(from);
        int target = rank(to);
        if (source == target) {
            throw new TierException("a move needs two tiers: both are '" + from + "'");
        }
        requireReplicas("move", replicas);
        return change(path, "moveTier", mode, false, now -> {
            if (now.of(source) == 0 && now.of(target) >= replicas) {
                return Optional.empty();
            }
            requireHeld(now, from, replicas);
            return Optional.of(now.plus(source, -replicas).plus(target, replicas));
        });
    }

    private int rank(String tier) throws TierException {
        try {
            return registry.tiers().requireRank(tier);
        } catch (IllegalArgumentException e) {
            throw new TierException(e.getMessage());
        }
    }

    private ChangeResponseProto change(String path, String command, Mode mode, boolean anyBasis, Step step)
            throws IOException {
        Result result = new Result();
        quotas.prepare(path, command, directory -> Optional.empty());
        make(path, command, mode, target -> {
            INodeFile file = file(target.path().getLastINode(), path);
            TierCounts now = basis(file, anyBasis);
            Optional<TierCounts> next = step.next(now);
            if (next.isPresent()) {
                raises.check(path, now, next.get());
                quotas.check(file, now, next.get());
            }
            if (next.isPresent() && !mode.dryRun()) {
                requireNodes(next.get());
                apply(target, next.get(), file.getFileReplication());
                quotas.reserve(file, now, next.get());
            } else if (next.isPresent()) {
                requireNodes(next.get());
                target.requireReplication((short) next.get().sum());
            }
            result.of(file, next.isPresent(), Optional.of(next.orElse(now)));
        });
        return response(result);
    }

    private void make(String path, String command, Mode mode, TierNamesystem.Change change) throws IOException {
        if (mode.dryRun()) {
            TierNamesystem.validate(namesystem, path, command, change);
        } else {
            TierNamesystem.change(namesystem, path, command, true, mode.withRpcIds(), change);
        }
    }

    private void apply(TierNamesystem.Target target, TierCounts next, int before) throws IOException {
        topology.policies().using();
        ReplicaVector vector = ReplicaVector.of(next, registry.tiers());
        target.together(() -> {
            // First, because it checks quota and limits: nothing has changed if it throws. Another thread acts on an
            // increased replication; it sees the new vector because this thread holds the lock.
            if (next.sum() != before) {
                ReplicationDecrease.to(next, () -> target.setReplication((short) next.sum()));
            }
            target.set(TierPolicies.POLICY, TierPolicies.attribute(vector));
            target.remove(TierPolicies.DEMOTED);
            target.remove(TierPolicies.CACHED);
        });
    }

    /** Sets the policy of a file or directory, or removes it if the text is empty. */
    ChangeResponseProto setPolicy(String path, String text, int replicas, Mode mode) throws IOException {
        Optional<PlacementPolicy> policy = text.isBlank() ? Optional.empty() : Optional.of(parse(text));
        Result result = new Result();
        QuotaCheck.Prepared prepared =
                quotas.prepare(path, "setRepPolicy", directory -> Optional.of(after(directory, policy)));
        make(path, "setRepPolicy", mode, target -> {
            INode inode = target.path().getLastINode();
            prepared.requireSame(inode, path);
            if (inode.isDirectory()) {
                if (replicas != 0) {
                    throw new TierException(path + " is a directory: only files have a number of replicas");
                }
                boolean changes = changes(inode, policy);
                raises.check(path, inode, topology.policies().of(inode).policy(), after(inode, policy), 0);
                quotas.check(prepared.demands());
                if (changes && !mode.dryRun()) {
                    target.together(() -> store(target, policy));
                    quotas.reserve(prepared.demands());
                }
                result.changed = changes;
            } else {
                setOnFile(target, file(inode, path), policy, replicas, mode, result);
            }
        });
        return response(result);
    }

    private PlacementPolicy parse(String text) throws TierException {
        try {
            return PlacementPolicy.parse(text, registry.tiers());
        } catch (IllegalArgumentException e) {
            throw new TierException(e.getMessage());
        }
    }

    private void setOnFile(
            TierNamesystem.Target target,
            INodeFile file,
            Optional<PlacementPolicy> policy,
            int replicas,
            Mode mode,
            Result result)
            throws IOException {
        // The replica of a cache is not the user's.
        int own = file.getFileReplication() - (topology.policies().of(file).cached() ? 1 : 0);
        int replication = replicas == 0 ? own : replicas;
        Optional<ReplicaVector> set = policy.flatMap(PlacementPolicy::vector);
        if (set.isPresent()) {
            ReplicaVector vector = set.get();
            int sum = vector.sum();
            if (replicas != 0 && replicas != sum) {
                throw new TierException("the vector " + vector + " has " + sum + " replicas, not " + replicas);
            }
            replication = sum;
            requireNodes(vector.on(registry.tiers()));
        }
        short last = (short) replication;
        raises.check(target.path().getPath(), file, topology.policies().of(file).policy(), after(file, policy), last);
        Optional<TierCounts> next = policy.flatMap(
                chosen -> chosen.wanted(registry.tiers(), registry.populated(), Math.max(1, last), file.getId()));
        boolean replicationChanges = replication != file.getFileReplication();
        if (replicationChanges && mode.dryRun()) {
            target.requireReplication(last);
        }
        boolean policyChanges = changes(file, policy);
        TierCounts none = TierCounts.none(registry.tiers().size());
        TierCounts now = quotas.used()
                ? topology.policies().of(file).wanted().or(() -> common(file)).orElse(none)
                : none;
        TierCounts then = after(file, policy)
                .wanted(registry.tiers(), registry.populated(), Math.max(1, last), file.getId())
                .orElse(none);
        quotas.check(file, now, then);
        if (!mode.dryRun()) {
            target.together(() -> {
                if (replicationChanges && next.isPresent()) {
                    ReplicationDecrease.to(next.get(), () -> target.setReplication(last));
                } else if (replicationChanges) {
                    target.setReplication(last);
                }
                if (policyChanges) {
                    store(target, policy);
                }
                target.remove(TierPolicies.CACHED);
            });
            quotas.reserve(file, now, then);
        }
        boolean changed = policyChanges || replication != own;
        Optional<TierCounts> wanted =
                mode.dryRun() ? next : topology.policies().of(file).wanted();
        result.of(file, changed, wanted);
    }

    /** Returns the policy in force after a policy is set or, if empty, removed. */
    private PlacementPolicy after(INode inode, Optional<PlacementPolicy> policy) {
        return policy.orElseGet(() -> inode.getParent() == null
                ? topology.policies().byDefault()
                : topology.policies().of(inode.getParent()).policy());
    }

    private static boolean changes(INode inode, Optional<PlacementPolicy> policy) {
        Optional<String> before = TierNamesystem.attribute(inode, Snapshot.CURRENT_STATE_ID, TierPolicies.POLICY);
        return !before.equals(policy.map(TierPolicies::attribute));
    }

    private void store(TierNamesystem.Target target, Optional<PlacementPolicy> policy) throws IOException {
        if (policy.isPresent()) {
            topology.policies().using();
            target.set(TierPolicies.POLICY, TierPolicies.attribute(policy.get()));
        } else {
            target.remove(TierPolicies.POLICY);
        }
        target.remove(TierPolicies.DEMOTED);
    }

    private static INodeFile file(INode inode, String path) throws TierException {
        if (!inode.isFile()) {
            throw new TierException(
                    path + " is a directory: change its files with -R (from Java: applyAll), or set its" + " policy");
        }
        INodeFile file = inode.asFile();
        if (file.isStriped()) {
            throw new TierException(path + " is erasure-coded: tiers apply only to replicated files");
        }
        if (file.isUnderConstruction()) {
            throw new TierException(
                    path + " is under construction: close it first, or wait until HDFS has recovered its last block");
        }
        return file;
    }

    /** Returns the vector from which a change starts: the wanted one, else the present one if all blocks have the same. */
    private TierCounts basis(INodeFile file, boolean anyBasis) throws TierException {
        FilePolicy policy = topology.policies().of(file);
        if (policy.wanted().isPresent()) {
            TierCounts wanted = policy.wanted().get();
            return policy.cached() ? wanted.plus(TierPolicies.FASTEST, -1) : wanted;
        }
        Optional<TierCounts> present = common(file);
        if (present.isPresent() && present.get().sum() == file.getFileReplication()) {
            return present.get();
        }
        if (anyBasis) {
            return TierCounts.none(registry.tiers().size()).plus(TierNames.UNKNOWN, file.getFileReplication());
        }
        throw new TierException(
                file.getFullPathName()
                        + " has blocks on different tiers, because its policy is network-aware or random: set a policy or a vector");
    }

    private Optional<TierCounts> common(INodeFile file) {
        Optional<TierCounts> common = Optional.empty();
        for (BlockInfo block : file.getBlocks()) {
            TierCounts present = PlacementCheck.present(
                    LiveReplica.locations(LiveReplica.of(namesystem.getBlockManager(), registry, block)),
                    registry.tiers().size());
            if (common.isPresent() && !common.get().equals(present)) {
                return Optional.empty();
            }
            common = Optional.of(present);
        }
        return common;
    }

    /** Rejects a vector for which the registered nodes do not suffice. */
    private void requireNodes(TierCounts vector) throws TierException {
        TierIndex index = topology.index();
        for (int rank = 0; rank < vector.tiers(); rank++) {
            int hosts = index.tier(rank).hosts().size();
            if (vector.of(rank) > hosts) {
                throw new TierException("the tier '" + registry.tiers().name(rank) + "' has " + hosts
                        + " nodes, too few for " + vector.of(rank) + " replicas: a node holds one replica of a block");
            }
        }
        if (vector.sum() > index.hosts()) {
            throw new TierException("the cluster has " + index.hosts() + " nodes, too few for " + vector.sum()
                    + " replicas: a node holds one replica of a block");
        }
    }

    /** Result of a change, recorded under the lock. */
    private static final class Result {
        private long file;
        private int blocks;
        private boolean changed;
        private Optional<TierCounts> wanted = Optional.empty();

        void of(INodeFile inode, boolean hasChanged, Optional<TierCounts> nowWanted) {
            file = inode.getId();
            blocks = inode.numBlocks();
            changed = hasChanged;
            wanted = nowWanted;
        }
    }

    private ChangeResponseProto response(Result result) {
        ChangeResponseProto.Builder response =
                ChangeResponseProto.newBuilder().setChanged(result.changed).setBlocks(result.blocks);
        long[] bytes = {0};
        if (result.wanted.isPresent()) {
            TierCounts wanted = result.wanted.get();
            response.setWanted(ReplicaVector.of(wanted, registry.tiers()).toString());
            new BlockSteps(namesystem).each(result.file, (file, block) -> {
                List<ReplicaLocation> locations =
                        LiveReplica.locations(LiveReplica.of(namesystem.getBlockManager(), registry, block));
                bytes[0] += PlacementCheck.missing(locations, wanted).sum() * block.getNumBytes();
            });
        }
        return response.setBytesToCopy(bytes[0]).build();
    }
}
