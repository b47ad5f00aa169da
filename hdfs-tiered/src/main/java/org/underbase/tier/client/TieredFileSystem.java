package org.underbase.tier.client;

import java.io.Closeable;
import java.io.FileNotFoundException;
import java.io.IOException;
import java.time.Duration;
import java.util.ArrayList;
import java.util.Collection;
import java.util.List;
import java.util.Map;
import java.util.Objects;
import java.util.Optional;
import java.util.OptionalLong;
import org.apache.hadoop.fs.FileSystem;
import org.apache.hadoop.fs.Path;
import org.apache.hadoop.security.AccessControlException;
import org.underbase.tier.policy.TierNames;
import org.underbase.tier.protocol.TierException;
import org.underbase.tier.protocol.TierProtocol;
import org.underbase.tier.protocol.TierProtocolTranslator;
import org.underbase.tier.protocol.proto.TierProtocolProtos.ChangeReplicasRequestProto;
import org.underbase.tier.protocol.proto.TierProtocolProtos.ChangeResponseProto;
import org.underbase.tier.protocol.proto.TierProtocolProtos.ChangeTierRequestProto;
import org.underbase.tier.protocol.proto.TierProtocolProtos.MoveTierRequestProto;
import org.underbase.tier.protocol.proto.TierProtocolProtos.ReplicasResponseProto;
import org.underbase.tier.protocol.proto.TierProtocolProtos.SetPolicyRequestProto;
import org.underbase.tier.protocol.proto.TierProtocolProtos.SetQuotaRequestProto;
import org.underbase.tier.protocol.proto.TierProtocolProtos.TierLimitProto;

/**
 * Client of the tiers of an HDFS cluster, for any FileSystem that contains HDFS: a DistributedFileSystem, a wrapper of one,
 * or viewfs over several clusters. It has the calls of hatS (Table II) and those needed to use them.
 *
 * <p><b>Changes.</b> {@link #createFileTier}, {@link #deleteFileTier}, {@link #addReplicas}, {@link #removeReplicas},
 * {@link #moveTier}, {@link #setRepPolicy} and {@link #unsetRepPolicy} return after the wanted state of the file is durable in the NameNode's edit log, so that it survives
 * a restart and a failover. The cluster copies and removes replicas in the background. {@code true} means accepted;
 * {@link #awaitPlacement} returns {@code true} when every block has its wanted replicas. {@link #addReplicas},
 * {@link #removeReplicas} and {@link #moveTier} are relative: a second call changes the file again. The others are
 * idempotent: if the file is already in the requested state, they return {@code true} without a change. A call that the client retries after a lost response, also on another NameNode, takes effect once.
 *
 * <p><b>Exceptions.</b> IllegalArgumentException for invalid arguments, if possible before a request to the NameNode;
 * FileNotFoundException; AccessControlException without write permission; {@link TierException} for changes that the cluster
 * cannot make: an unknown tier, the last replicas of a file, too few nodes, a file under construction, an erasure-coded file,
 * a NameNode without tiers, a file system that is not HDFS; and other IOExceptions if the NameNode is unreachable. A call
 * that throws has changed nothing, except after a lost connection: then the change may have taken effect. Calling again is
 * safe, except for the relative calls: check {@link #placement} first. Failovers are transparent.
 *
 * <p>Paths may be relative to the file system's working directory and contain symbolic links and mount points. Calls use the
 * file system's user. Thread-safe. Closing does not close the file system.
 */
public final class TieredFileSystem implements Closeable {
    private final FileSystem fileSystem;
    private final Clusters clusters;

    private TieredFileSystem(FileSystem fileSystem) {
        this.fileSystem = fileSystem;
        this.clusters = new Clusters(fileSystem);
    }

    /**
     * Creates a client. It sends no request before its first call.
     *
     * @param fileSystem file system that contains HDFS
     * @throws TierException if the file system does not contain HDFS
     */
    public static TieredFileSystem of(FileSystem fileSystem) throws TierException {
        TieredFileSystem tiered = new TieredFileSystem(Objects.requireNonNull(fileSystem, "fileSystem"));
        tiered.clusters.requireHdfs();
        return tiered;
    }

    // ---- Table II

    /**
     * Adds a replica of every block on a tier that holds none of the file; the replication increases by one. If the tier holds
     * a replica, nothing changes. In the paper the call adds one in both cases: {@link #addReplicas}.
     *
     * @return true: accepted
     */
    public boolean createFileTier(Path file, String tier) throws IOException {
        apply(file, new TierChange.CreateTier(tier));
        return true;
    }

    /** Like {@link #createFileTier(Path, String)}. */
    public boolean createFileTier(String file, String tier) throws IOException {
        return createFileTier(new Path(file), tier);
    }

    /**
     * Deletes all replicas on a tier and decreases the replication by their number. In the paper the call removes one:
     * {@link #removeReplicas}.
     *
     * @return true: accepted
     * @throws TierException also for the last replicas of the file
     */
    public boolean deleteFileTier(Path file, String tier) throws IOException {
        apply(file, new TierChange.DeleteTier(tier));
        return true;
    }

    /** Like {@link #deleteFileTier(Path, String)}. */
    public boolean deleteFileTier(String file, String tier) throws IOException {
        return deleteFileTier(new Path(file), tier);
    }

    /**
     * Adds replicas of every block on a tier, also if it holds some; the replication increases by their number. With one
     * replica, it is {@code createFileTier} of the paper.
     *
     * @param replicas number of replicas of each block, at least 1
     * @return true: accepted
     * @throws TierException also if the cluster has too few nodes
     */
    public boolean addReplicas(Path file, String tier, int replicas) throws IOException {
        apply(file, new TierChange.AddReplicas(tier, replicas));
        return true;
    }

    /**
     * Removes replicas of every block from a tier; the replication decreases by their number. With one replica, it is
     * {@code deleteFileTier} of the paper.
     *
     * @param replicas number of replicas of each block, at least 1
     * @return true: accepted
     * @throws TierException also if the tier holds fewer replicas, and for the last replicas of the file
     */
    public boolean removeReplicas(Path file, String tier, int replicas) throws IOException {
        apply(file, new TierChange.RemoveReplicas(tier, replicas));
        return true;
    }

    /**
     * Moves replicas from one tier to another. The replication stays the same; during the move, no block has fewer replicas.
     * A second call moves the same number of replicas again, or changes nothing if {@code fromTier} holds none. To set the
     * final state, set a vector.
     *
     * @param replicas number of replicas of each block, at least 1
     * @return true: accepted
     * @throws TierException also if {@code fromTier} holds fewer replicas
     */
    public boolean moveTier(Path file, String fromTier, String toTier, int replicas) throws IOException {
        apply(file, new TierChange.MoveTier(fromTier, toTier, replicas));
        return true;
    }

    /** Like {@link #moveTier(Path, String, String, int)}. */
    public boolean moveTier(String file, String fromTier, String toTier, int replicas) throws IOException {
        return moveTier(new Path(file), fromTier, toTier, replicas);
    }

    /**
     * Sets the policy of a file or directory; files inherit the policy of a directory unless they have one.
     *
     * @param policy network-aware, tier-aware, hybrid, random, or a vector such as {@code fast=1,disk=2}
     * @param replicas new replication of the file; 0 leaves it unchanged and is required for a directory
     */
    public void setRepPolicy(Path path, String policy, int replicas) throws IOException {
        apply(path, new TierChange.SetPolicy(policy, replicas));
    }

    /** Like {@link #setRepPolicy(Path, String, int)}. */
    public void setRepPolicy(String path, String policy, int replicas) throws IOException {
        setRepPolicy(new Path(path), policy, replicas);
    }

    /** Removes the policy of a path, so that it inherits again. */
    public void unsetRepPolicy(Path path) throws IOException {
        apply(path, new TierChange.UnsetPolicy());
    }

    // ---- quotas

    /**
     * Changes the quota of a directory: the maximum number of bytes of all replicas below it on a tier. It requires superuser
     * privilege. Files that exceed a new quota stay.
     *
     * @param limits bytes by tier; empty for none; other tiers keep their limits
     * @return the quotas that apply to the directory, its own first
     * @throws TierException also if the path is a file
     */
    public List<DirectoryQuota> setQuota(Path directory, Map<String, OptionalLong> limits) throws IOException {
        Clusters.Located located = clusters.locate(directory);
        SetQuotaRequestProto.Builder request = SetQuotaRequestProto.newBuilder().setPath(located.path());
        limits.forEach((tier, bytes) -> {
            TierLimitProto.Builder limit = TierLimitProto.newBuilder().setTier(tier);
            if (bytes.isPresent() && bytes.getAsLong() < 0) {
                throw new IllegalArgumentException("invalid quota " + bytes.getAsLong() + ": must be at least 0");
            }
            bytes.ifPresent(limit::setBytes);
            request.addLimits(limit);
        });
        return Responses.quotas(located.connection()
                .call(namenode -> namenode.setQuota(request.build()))
                .getQuotasList());
    }

    /** Returns the quotas that apply to a path, those of the nearest directory first. */
    public List<DirectoryQuota> quotas(Path path) throws IOException {
        Clusters.Located located = clusters.locate(path);
        return Responses.quotas(located.connection()
                .call(namenode -> namenode.quotas(located.path()))
                .getQuotasList());
    }

    // ---- changes, one or many

    /**
     * Makes a change.
     *
     * @throws FileNotFoundException if the path does not exist
     * @throws AccessControlException without write permission
     * @throws TierException if the cluster cannot make the change
     */
    public ChangeResult apply(Path path, TierChange change) throws IOException {
        return change(clusters.locate(path), change, false);
    }

    /** Returns the result that {@link #apply} would have, without a change. Does not check space quotas. */
    public ChangeResult check(Path path, TierChange change) throws IOException {
        return change(clusters.locate(path), change, true);
    }

    /**
     * Changes every file below a directory, or the file {@code root}. A failed file does not stop the others: it is reported to
     * the listener and in the result. Files created concurrently may be missed.
     *
     * @throws FileNotFoundException if the path does not exist
     */
    public BulkResult applyAll(Path root, TierChange change, BulkOptions options) throws IOException {
        Objects.requireNonNull(change, "change");
        return new BulkRun(fileSystem, file -> change(clusters.locateListed(file), change, options.dryRun()), options)
                .run(root);
    }

    /**
     * Computes the cost of a directory's policy by scanning the files below it that inherit it, with concurrent calls.
     *
     * @param planned planned change of the directory's policy; empty for the policy in force
     * @param maxFiles number of files to scan; further files are only counted
     * @param listener listener for each file; its result is changed if replicas have to be copied or removed
     * @throws FileNotFoundException if the path does not exist
     */
    public InheritedCost inherited(Path directory, Optional<TierChange> planned, long maxFiles, BulkListener listener)
            throws IOException {
        Clusters.Located located = clusters.locate(directory);
        InheritedFiles.Cost cost = new InheritedFiles.Present();
        if (planned.isPresent()) {
            ClusterTiers cluster = Responses.tiers(located.connection().call(TierProtocol::tiers));
            cost = new InheritedFiles.Planned(
                    planned(located, planned.get(), cluster),
                    TierNames.of(cluster.tiers().stream().map(TierReport::name).toList()),
                    (file, change) -> change(clusters.locateListed(file), change, true));
        }
        InheritedFiles files = new InheritedFiles(located.path(), this::listed, cost, maxFiles);
        BulkOptions options = BulkOptions.defaults().withListener(listener);
        return files.cost(new BulkRun(fileSystem, files, options).run(directory));
    }

    /** Returns the policy of a directory after a change. */
    private static String planned(Clusters.Located directory, TierChange change, ClusterTiers cluster)
            throws IOException {
        if (change instanceof TierChange.SetPolicy set) {
            return set.policy();
        }
        if (change instanceof TierChange.UnsetPolicy) {
            Path above = new Path(directory.path()).getParent();
            return above == null
                    ? cluster.defaultPolicy()
                    : Responses.file(above, directory.connection().call(namenode -> namenode.file(above.toString())))
                            .policy();
        }
        throw new IllegalArgumentException("only the policy of a directory can be changed: " + change);
    }

    private FilePlacement listed(Path path) throws IOException {
        Clusters.Located located = clusters.locateListed(path);
        return Responses.file(path, located.connection().call(namenode -> namenode.file(located.path())));
    }

    private static ChangeResult change(Clusters.Located file, TierChange change, boolean dryRun) throws IOException {
        String path = file.path();
        ChangeResponseProto response = file.connection().call(namenode -> send(namenode, path, change, dryRun));
        return Responses.change(response);
    }

    private static ChangeResponseProto send(TierProtocol namenode, String path, TierChange change, boolean dryRun)
            throws IOException {
        if (change instanceof TierChange.CreateTier create) {
            return namenode.createFileTier(request(path, create.tier(), dryRun));
        }
        if (change instanceof TierChange.DeleteTier delete) {
            return namenode.deleteFileTier(request(path, delete.tier(), dryRun));
        }
        if (change instanceof TierChange.AddReplicas add) {
            return namenode.changeReplicas(request(path, add.tier(), add.replicas(), dryRun));
        }
        if (change instanceof TierChange.RemoveReplicas remove) {
            return namenode.changeReplicas(request(path, remove.tier(), -remove.replicas(), dryRun));
        }
        if (change instanceof TierChange.MoveTier move) {
            return namenode.moveTier(MoveTierRequestProto.newBuilder()
                    .setPath(path)
                    .setFrom(move.from())
                    .setTo(move.to())
                    .setReplicas(move.replicas())
                    .setDryRun(dryRun)
                    .build());
        }
        if (change instanceof TierChange.SetPolicy set) {
            return namenode.setPolicy(policy(path, set.policy(), set.replicas(), dryRun));
        }
        return namenode.setPolicy(policy(path, "", 0, dryRun));
    }

    private static ChangeTierRequestProto request(String path, String tier, boolean dryRun) {
        return ChangeTierRequestProto.newBuilder()
                .setPath(path)
                .setTier(tier)
                .setDryRun(dryRun)
                .build();
    }

    private static ChangeReplicasRequestProto request(String path, String tier, int difference, boolean dryRun) {
        return ChangeReplicasRequestProto.newBuilder()
                .setPath(path)
                .setTier(tier)
                .setDifference(difference)
                .setDryRun(dryRun)
                .build();
    }

    private static SetPolicyRequestProto policy(String path, String policy, int replicas, boolean dryRun) {
        return SetPolicyRequestProto.newBuilder()
                .setPath(path)
                .setPolicy(policy)
                .setReplicas(replicas)
                .setDryRun(dryRun)
                .build();
    }

    // ---- waiting

    /**
     * Waits until every block of a file has its wanted replicas and no move is pending.
     *
     * @param timeout maximum time to wait; the first file is requested at least once
     * @param listener listener for the progress after each request
     * @return whether the file is placed; false after the timeout
     */
    public boolean awaitPlacement(Path file, Duration timeout, ProgressListener listener) throws IOException {
        return awaitPlacement(List.of(file), timeout, listener, false);
    }

    /**
     * Like {@link #awaitPlacement(Path, Duration, ProgressListener)} for many files. A file that is deleted counts as placed.
     */
    public boolean awaitPlacement(Collection<Path> files, Duration timeout, ProgressListener listener)
            throws IOException {
        return awaitPlacement(files, timeout, listener, true);
    }

    private boolean awaitPlacement(Collection<Path> files, Duration timeout, ProgressListener listener, boolean mayGo)
            throws IOException {
        Objects.requireNonNull(timeout, "timeout");
        Objects.requireNonNull(listener, "listener");
        return new PlacementWait(this::placement, files, mayGo, listener).await(timeout);
    }

    // ---- queries

    /** Returns the wanted and present replicas of a file, or the policy of a directory. */
    public FilePlacement placement(Path path) throws IOException {
        Clusters.Located located = clusters.locate(path);
        return Responses.file(path, located.connection().call(namenode -> namenode.file(located.path())));
    }

    /**
     * Returns the blocks of a file with the tier of each live replica. It requires read permission, like the block locations
     * of HDFS.
     *
     * @throws TierException if the path is a directory
     */
    public List<BlockReplicas> replicas(Path file) throws IOException {
        Clusters.Located located = clusters.locate(file);
        List<BlockReplicas> blocks = new ArrayList<>();
        boolean more = true;
        for (long next = 0; more; ) {
            long offset = next;
            ReplicasResponseProto response =
                    located.connection().call(namenode -> namenode.replicas(located.path(), offset));
            response.getBlocksList().forEach(block -> blocks.add(Responses.block(block)));
            more = response.hasNext();
            next = response.getNext();
        }
        return blocks;
    }

    /** Explains in lines of text why each replica is on its DataNode and which moves will follow. */
    public List<String> explain(Path file) throws IOException {
        Clusters.Located located = clusters.locate(file);
        return List.copyOf(located.connection()
                .call(namenode -> namenode.explain(located.path()))
                .getLinesList());
    }

    /**
     * Returns the tiers, the fastest first.
     *
     * @throws TierException if the file system contains several clusters
     */
    public List<TierReport> tiers() throws IOException {
        return clusterTiers().tiers();
    }

    /**
     * Returns the tiers and the cluster-wide settings.
     *
     * @throws TierException if the file system contains several clusters
     */
    public ClusterTiers clusterTiers() throws IOException {
        return Responses.tiers(clusters.only().call(TierProtocol::tiers));
    }

    /**
     * Returns the state of the monitor.
     *
     * @throws TierException if the file system contains several clusters
     */
    public MonitorStatus status() throws IOException {
        return Responses.status(clusters.only().call(TierProtocol::status));
    }

    /** Returns the state of the monitor of the cluster that holds a path. */
    public MonitorStatus status(Path path) throws IOException {
        return Responses.status(clusters.locate(path).connection().call(TierProtocol::status));
    }

    /**
     * Removes the stored tier of a DataNode that is not live, for example after a wrong announcement, from all NameNodes. It
     * requires superuser privilege. A repetition is harmless.
     *
     * @param address transfer address of the DataNode, {@code host:port}
     * @return number of NameNodes that had stored a tier
     * @throws TierException if the DataNode is live, or the file system contains several clusters
     * @throws IOException also if a NameNode is unavailable
     */
    public int forgetDatanode(String address) throws IOException {
        int forgotten = 0;
        List<TierProtocolTranslator> namenodes = clusters.eachNamenode();
        try {
            for (TierProtocolTranslator namenode : namenodes) {
                forgotten += namenode.forget(address).getForgotten() ? 1 : 0;
            }
        } catch (IOException e) {
            throw Faults.unwrap(e);
        } finally {
            namenodes.forEach(TierProtocolTranslator::close);
        }
        return forgotten;
    }

    /**
     * Overrides the retrieval order for this thread and the threads that it starts.
     *
     * @param policy network-aware, tier-aware, hybrid or random
     */
    public RetrievalScope retrieval(String policy) {
        return RetrievalScope.open(policy, fileSystem.getConf());
    }

    /** Closes the connections; the file system stays open. */
    @Override
    public void close() {
        clusters.close();
    }
}
