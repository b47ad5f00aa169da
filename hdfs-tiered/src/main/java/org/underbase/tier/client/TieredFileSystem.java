package org.underbase.tier.client;

import java.io.Closeable;
import java.io.FileNotFoundException;
import java.io.IOException;
import java.time.Duration;
import java.util.Collection;
import java.util.List;
import java.util.Objects;
import java.util.Optional;
import org.apache.hadoop.fs.FileSystem;
import org.apache.hadoop.fs.Path;
import org.apache.hadoop.security.AccessControlException;
import org.underbase.tier.policy.TierNames;
import org.underbase.tier.protocol.TierException;
import org.underbase.tier.protocol.TierProtocol;
import org.underbase.tier.protocol.proto.TierProtocolProtos.ChangeResponseProto;
import org.underbase.tier.protocol.proto.TierProtocolProtos.ChangeTierRequestProto;
import org.underbase.tier.protocol.proto.TierProtocolProtos.MoveTierRequestProto;
import org.underbase.tier.protocol.proto.TierProtocolProtos.SetPolicyRequestProto;

/**
 * The tiers of an HDFS cluster, reached from any FileSystem that is HDFS below: a DistributedFileSystem, a wrapper of one,
 * or viewfs over several clusters. hatS, Table II, and what its users need beside that.
 *
 * <p><b>What a change means.</b> {@link #createFileTier}, {@link #deleteFileTier}, {@link #moveTier},
 * {@link #setRepPolicy} and their likes return when what the file should have is durable in the NameNode's edit log, so it
 * survives a restart and a failover; the replicas are copied and removed in the background. {@code true} means accepted.
 * Who wants to know that it is done calls {@link #awaitPlacement}, whose {@code true} means that every block has what is
 * wanted. All of them but {@link #moveTier}, which is relative, are idempotent: where it is so already they return {@code true} and do
 * nothing. A call that the client itself sends again because an answer was lost, also to another NameNode, is done once.
 *
 * <p><b>What they throw.</b> IllegalArgumentException for arguments that can never be right, before the NameNode is asked
 * where that is possible; FileNotFoundException; AccessControlException for users who may not write the file;
 * {@link TierException} for what the cluster cannot grant: an unknown tier, the last copy of a file, too few nodes, a move
 * of a file that is being written, an erasure-coded file, a NameNode without tiers, a file system that is not HDFS; and
 * other IOExceptions when the NameNode cannot be reached. When a change throws, it was not made, but for a lost
 * connection, after which it may have been: calling again is safe, but for {@link #moveTier}, before which {@link #placement}
 * should be asked. A failover is ridden out and never seen.
 *
 * <p>Paths may be relative to the file system's working directory and go through symbolic links and mount points. Calls
 * are made as the file system's user. Thread-safe. Closing does not close the file system.
 */
public final class TieredFileSystem implements Closeable {
    private final FileSystem fileSystem;
    private final Clusters clusters;

    private TieredFileSystem(FileSystem fileSystem) {
        this.fileSystem = fileSystem;
        this.clusters = new Clusters(fileSystem);
    }

    /**
     * The tiers of {@code fileSystem}. Nothing is sent before the first call; whether the NameNode has tiers shows then.
     *
     * @throws TierException when there is no HDFS below it
     */
    public static TieredFileSystem of(FileSystem fileSystem) throws TierException {
        TieredFileSystem tiered = new TieredFileSystem(Objects.requireNonNull(fileSystem, "fileSystem"));
        tiered.clusters.requireHdfs();
        return tiered;
    }

    // ---- Table II

    /**
     * Adds a replica of every block, on a tier the file is not on yet: the file's replication grows by one.
     *
     * @return true: accepted
     */
    public boolean createFileTier(Path file, String tier) throws IOException {
        apply(file, new TierChange.CreateTier(tier));
        return true;
    }

    /** As {@link #createFileTier(Path, String)}. */
    public boolean createFileTier(String file, String tier) throws IOException {
        return createFileTier(new Path(file), tier);
    }

    /**
     * Gives up the replicas on a tier: the file's replication shrinks by as many.
     *
     * @return true: accepted
     * @throws TierException also when they are the last ones
     */
    public boolean deleteFileTier(Path file, String tier) throws IOException {
        apply(file, new TierChange.DeleteTier(tier));
        return true;
    }

    /** As {@link #deleteFileTier(Path, String)}. */
    public boolean deleteFileTier(String file, String tier) throws IOException {
        return deleteFileTier(new Path(file), tier);
    }

    /**
     * Moves replicas from one tier to another; replication stays, and no block ever has fewer replicas meanwhile. Done
     * again it is accepted and nothing happens when nothing is left on {@code fromTier}; a second call that finds enough
     * replicas there moves so many more. Who wants to say where replicas should be in the end sets a vector.
     *
     * @param replicas how many of each block's replicas, at least 1
     * @return true: accepted
     * @throws TierException also when there are fewer on {@code fromTier}
     */
    public boolean moveTier(Path file, String fromTier, String toTier, int replicas) throws IOException {
        apply(file, new TierChange.MoveTier(fromTier, toTier, replicas));
        return true;
    }

    /** As {@link #moveTier(Path, String, String, int)}. */
    public boolean moveTier(String file, String fromTier, String toTier, int replicas) throws IOException {
        return moveTier(new Path(file), fromTier, toTier, replicas);
    }

    /**
     * Sets the policy of a file, or of a directory whose files inherit it where they have none of their own.
     *
     * @param policy network-aware, tier-aware, hybrid, random, or a vector such as {@code fast=1,disk=2}
     * @param replicas the file's new replication; 0 leaves it as it is, and must be 0 for a directory
     */
    public void setRepPolicy(Path path, String policy, int replicas) throws IOException {
        apply(path, new TierChange.SetPolicy(policy, replicas));
    }

    /** As {@link #setRepPolicy(Path, String, int)}. */
    public void setRepPolicy(String path, String policy, int replicas) throws IOException {
        setRepPolicy(new Path(path), policy, replicas);
    }

    /** Removes what was set on this path itself, so that it inherits again. */
    public void unsetRepPolicy(Path path) throws IOException {
        apply(path, new TierChange.UnsetPolicy());
    }

    // ---- changes, one or many

    /**
     * Makes a change.
     *
     * @throws FileNotFoundException when there is nothing at the path
     * @throws AccessControlException when the user may not write it
     * @throws TierException when it cannot be granted
     */
    public ChangeResult apply(Path path, TierChange change) throws IOException {
        return change(clusters.locate(path), change, false);
    }

    /**
     * Checks what {@link #apply} checks, but for quotas of space, and changes nothing: the answer is what it would be.
     */
    public ChangeResult check(Path path, TierChange change) throws IOException {
        return change(clusters.locate(path), change, true);
    }

    /**
     * Makes a change of every file below a directory, or of the one file at {@code root}. A file that fails does not stop
     * the others: it is told to the listener and kept in the result. Files created meanwhile may be missed.
     *
     * @throws FileNotFoundException when there is nothing at the path
     */
    public BulkResult applyAll(Path root, TierChange change, BulkOptions options) throws IOException {
        Objects.requireNonNull(change, "change");
        return new BulkRun(fileSystem, file -> change(clusters.locateListed(file), change, options.dryRun()), options)
                .run(root);
    }

    /**
     * What the policy of a directory costs: looks at the files below it that inherit it, with several calls at a time.
     *
     * @param planned a change of the directory's policy that has not been made; empty when the policy in force counts
     * @param most so many files are looked at; further ones are only counted
     * @param listener is told of each file; its change is one when something has to be copied or removed for it
     * @throws FileNotFoundException when there is nothing at the path
     */
    public InheritedCost inherited(Path directory, Optional<TierChange> planned, long most, BulkListener listener)
            throws IOException {
        Clusters.Located located = clusters.locate(directory);
        Optional<InheritedFiles.Planned> policy = Optional.empty();
        if (planned.isPresent()) {
            ClusterTiers cluster = Answers.tiers(located.connection().call(TierProtocol::tiers));
            policy = Optional.of(new InheritedFiles.Planned(
                    planned(located, planned.get(), cluster),
                    TierNames.of(cluster.tiers().stream().map(TierReport::name).toList()),
                    (file, change) -> change(clusters.locateListed(file), change, true)));
        }
        InheritedFiles files = new InheritedFiles(located.path(), this::listed, policy, most);
        BulkOptions options = BulkOptions.defaults().withListener(listener);
        return files.cost(new BulkRun(fileSystem, files, options).run(directory));
    }

    /** The policy that a change gives a directory. */
    private static String planned(Clusters.Located directory, TierChange change, ClusterTiers cluster)
            throws IOException {
        if (change instanceof TierChange.SetPolicy set) {
            return set.policy();
        }
        if (change instanceof TierChange.UnsetPolicy) {
            Path above = new Path(directory.path()).getParent();
            return above == null
                    ? cluster.defaultPolicy()
                    : Answers.file(above, directory.connection().call(namenode -> namenode.file(above.toString())))
                            .policy();
        }
        throw new IllegalArgumentException("a directory has a policy and no replicas: " + change);
    }

    private FilePlacement listed(Path path) throws IOException {
        Clusters.Located located = clusters.locateListed(path);
        return Answers.file(path, located.connection().call(namenode -> namenode.file(located.path())));
    }

    private static ChangeResult change(Clusters.Located file, TierChange change, boolean dryRun) throws IOException {
        String path = file.path();
        ChangeResponseProto answer = file.connection().call(namenode -> send(namenode, path, change, dryRun));
        return Answers.change(answer);
    }

    private static ChangeResponseProto send(TierProtocol namenode, String path, TierChange change, boolean dryRun)
            throws IOException {
        if (change instanceof TierChange.CreateTier create) {
            return namenode.createFileTier(request(path, create.tier(), dryRun));
        }
        if (change instanceof TierChange.DeleteTier delete) {
            return namenode.deleteFileTier(request(path, delete.tier(), dryRun));
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
     * Waits until every block of a file has what is wanted and nothing of it is on its way.
     *
     * @param timeout how long at most; the file is looked at once in any case, of several the first
     * @param listener is told of the progress at each look
     * @return false when the timeout passed before
     */
    public boolean awaitPlacement(Path file, Duration timeout, ProgressListener listener) throws IOException {
        return awaitPlacement(List.of(file), timeout, listener, false);
    }

    /**
     * As {@link #awaitPlacement(Path, Duration, ProgressListener)} for many files. One that is deleted meanwhile needs no
     * more waiting for.
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

    // ---- looking

    /** Where a file's replicas are and where they should be; of a directory, which policy it has. */
    public FilePlacement placement(Path path) throws IOException {
        Clusters.Located located = clusters.locate(path);
        return Answers.file(path, located.connection().call(namenode -> namenode.file(located.path())));
    }

    /** Why each replica is where it is and what will happen: lines for people. */
    public List<String> explain(Path file) throws IOException {
        Clusters.Located located = clusters.locate(file);
        return List.copyOf(located.connection()
                .call(namenode -> namenode.explain(located.path()))
                .getLinesList());
    }

    /** The tiers, the fastest first. @throws TierException when the file system spans several clusters */
    public List<TierReport> tiers() throws IOException {
        return clusterTiers().tiers();
    }

    /** The tiers and what holds for all of the cluster. @throws TierException when the file system spans several */
    public ClusterTiers clusterTiers() throws IOException {
        return Answers.tiers(clusters.only().call(TierProtocol::tiers));
    }

    /** What the monitor does. @throws TierException when the file system spans several clusters */
    public MonitorStatus status() throws IOException {
        return Answers.status(clusters.only().call(TierProtocol::status));
    }

    /** What the monitor of the cluster does that a path is on. */
    public MonitorStatus status(Path path) throws IOException {
        return Answers.status(clusters.locate(path).connection().call(TierProtocol::status));
    }

    /**
     * Overrides the order in which this thread, and threads it starts meanwhile, are offered replicas.
     *
     * @param policy network-aware, tier-aware, hybrid or random
     */
    public RetrievalScope retrieval(String policy) {
        return RetrievalScope.open(policy, fileSystem.getConf());
    }

    /** Ends the connections. The file system stays open. */
    @Override
    public void close() {
        clusters.close();
    }
}
