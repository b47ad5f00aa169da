package org.underbase.tier.namenode.monitor;

import java.io.FileNotFoundException;
import java.io.IOException;
import java.util.ArrayList;
import java.util.Arrays;
import java.util.Comparator;
import java.util.List;
import java.util.Optional;
import java.util.PriorityQueue;
import java.util.concurrent.TimeUnit;
import java.util.concurrent.atomic.LongAdder;
import java.util.function.LongConsumer;
import org.apache.hadoop.conf.Configuration;
import org.apache.hadoop.hdfs.DFSConfigKeys;
import org.apache.hadoop.hdfs.server.blockmanagement.DatanodeDescriptor;
import org.apache.hadoop.hdfs.server.namenode.FSNamesystem;
import org.apache.hadoop.hdfs.server.namenode.INode;
import org.apache.hadoop.hdfs.server.namenode.INodeFile;
import org.apache.hadoop.hdfs.server.namenode.TierNamesystem;
import org.apache.hadoop.security.AccessControlException;
import org.apache.hadoop.util.ReflectionUtils;
import org.slf4j.Logger;
import org.slf4j.LoggerFactory;
import org.underbase.tier.conf.TierKeys;
import org.underbase.tier.namenode.registry.FilePolicy;
import org.underbase.tier.namenode.registry.TierPolicies;
import org.underbase.tier.namenode.registry.TierRegistry;
import org.underbase.tier.namenode.retrieval.TierTopology;
import org.underbase.tier.policy.DemotionOrder;
import org.underbase.tier.policy.FileHeat;
import org.underbase.tier.policy.PlacementPolicy;
import org.underbase.tier.policy.ReplicaVector;
import org.underbase.tier.policy.TierCounts;

/**
 * Demotion of unused files from a full tier to slower ones, and their promotion when they are read (hatS, sections
 * III-D and V-H). A demoted file has a vector of the monitor in addition to its policy. Files with a vector of a user
 * are never demoted. Confined to the monitor's thread.
 */
public final class Demoter {
    private static final Logger LOG = LoggerFactory.getLogger(Demoter.class);

    /** Maximum number of files to demote per scan; the next scan continues. */
    private static final int CANDIDATES = 10_000;

    /** Maximum number of failed demotions per scan and tier: more have a common cause, such as a failover. */
    private static final int FAILURES = 10;

    /**
     * Time for which the space of moved replicas counts as freed: the NameNode orders the deletion with a heartbeat,
     * the DataNode deletes asynchronously, and a later heartbeat reports the free space.
     */
    private static final int SETTLE_HEARTBEATS = 10;

    private final FSNamesystem namesystem;
    private final TierTopology topology;
    private final TierRegistry registry;
    private final FileReads reads;
    private final boolean enabled;
    private final DemotionOrder order;
    private final double[] high;
    private final double[] low;
    private final List<PriorityQueue<Candidate>> candidates = new ArrayList<>();
    private final long[] left;
    private final long settleNanos;
    private final long[] leaving;
    private final long[] leavingAt;
    private final LongAdder demoted = new LongAdder();
    private final LongAdder promoted = new LongAdder();

    private record Candidate(long inode, double worth, long bytes) {}

    /**
     * Creates a demoter.
     *
     * @throws IllegalArgumentException if a setting is invalid; the message names the key
     */
    public Demoter(Configuration conf, FSNamesystem namesystem, TierTopology topology, FileReads reads) {
        this.namesystem = namesystem;
        this.topology = topology;
        this.registry = topology.registry();
        this.reads = reads;
        this.enabled = TierKeys.DEMOTION_ENABLED.flag(conf);
        this.order = order(conf);
        this.high = new double[registry.tiers().size()];
        this.low = new double[high.length];
        this.left = new long[high.length];
        this.leaving = new long[high.length];
        this.leavingAt = new long[high.length];
        this.settleNanos = SETTLE_HEARTBEATS
                * TimeUnit.SECONDS.toNanos(conf.getTimeDuration(
                        DFSConfigKeys.DFS_HEARTBEAT_INTERVAL_KEY,
                        DFSConfigKeys.DFS_HEARTBEAT_INTERVAL_DEFAULT,
                        TimeUnit.SECONDS));
        for (int rank = 0; rank < high.length; rank++) {
            String tier = registry.tiers().name(rank);
            high[rank] = TierKeys.HIGH_WATERMARK.forName(tier).decimal(conf, 0, 1);
            low[rank] = TierKeys.LOW_WATERMARK.forName(tier).decimal(conf, 0, 1);
            if (low[rank] > high[rank]) {
                throw new IllegalArgumentException(
                        TierKeys.LOW_WATERMARK.forName(tier).name() + " is above "
                                + TierKeys.HIGH_WATERMARK.forName(tier).name() + ": must be at most as high");
            }
        }
    }

    private static DemotionOrder order(Configuration conf) {
        String name = TierKeys.HEAT_POLICY.text(conf);
        try {
            return ReflectionUtils.newInstance(conf.getClassByName(name).asSubclass(DemotionOrder.class), conf);
        } catch (ClassNotFoundException | ClassCastException e) {
            throw new IllegalArgumentException(
                    "invalid value '" + name + "' of " + TierKeys.HEAT_POLICY.name()
                            + ": must be a class that implements DemotionOrder",
                    e);
        }
    }

    public long demoted() {
        return demoted.sum();
    }

    public long promoted() {
        return promoted.sum();
    }

    /** Returns the used fraction of a tier, over its live DataNodes; 0 without live DataNodes. */
    private double used(int rank) {
        long capacity = 0;
        long remaining = 0;
        for (DatanodeDescriptor node : topology.index().tier(rank).all()) {
            if (node.isAlive()) {
                capacity += node.getCapacity();
                remaining += node.getRemaining();
            }
        }
        return capacity == 0 ? 0 : (capacity - remaining) / (double) capacity;
    }

    private long capacity(int rank) {
        long capacity = 0;
        for (DatanodeDescriptor node : topology.index().tier(rank).all()) {
            capacity += node.isAlive() ? node.getCapacity() : 0;
        }
        return capacity;
    }

    void beginScan() {
        candidates.clear();
        Arrays.fill(left, 0);
        for (int rank = 0; rank < high.length; rank++) {
            boolean full = enabled && used(rank) > high[rank] && below(rank).isPresent();
            candidates.add(
                    full
                            ? new PriorityQueue<>(
                                    Comparator.comparingDouble(Candidate::worth).reversed())
                            : null);
        }
    }

    /** Returns the nearest slower tier with room. */
    private Optional<Integer> below(int rank) {
        for (int slower = rank + 1; slower < high.length; slower++) {
            if (registry.populated()[slower] && used(slower) < high[slower]) {
                return Optional.of(slower);
            }
        }
        return Optional.empty();
    }

    /**
     * Records a file of the scan. The caller holds the namesystem's lock.
     *
     * @param file the file
     * @param policy its policy
     * @param leaving bytes, by rank, that planned moves remove from each tier
     */
    void seen(INodeFile file, FilePolicy policy, List<Long> leaving) {
        for (int rank = 0; rank < leaving.size(); rank++) {
            left[rank] += leaving.get(rank);
        }
        if (policy.policy() instanceof PlacementPolicy.Vector || file.isUnderConstruction()) {
            return;
        }
        for (int rank = 0; rank < candidates.size(); rank++) {
            PriorityQueue<Candidate> worst = candidates.get(rank);
            if (worst != null && policy.wanted().orElseThrow().of(rank) > 0) {
                worst.add(new Candidate(
                        file.getId(),
                        worth(file),
                        file.computeFileSize() * policy.wanted().orElseThrow().of(rank)));
                if (worst.size() > CANDIDATES) {
                    worst.poll();
                }
            }
        }
    }

    private double worth(INodeFile file) {
        Optional<FileReads.Reads> known = reads.of(file.getFullPathName());
        long lastRead =
                Math.max(file.getAccessTime(), known.map(FileReads.Reads::last).orElse(0L));
        return order.worth(
                new FileHeat(
                        lastRead,
                        file.getModificationTime(),
                        known.map(FileReads.Reads::count).orElse(0L),
                        file.computeFileSize()),
                System.currentTimeMillis());
    }

    /** Records bytes that will leave a tier. */
    private void leave(int rank, long bytes) {
        leaving[rank] = bytes;
        leavingAt[rank] = System.nanoTime();
    }

    /**
     * Demotes the files that the scan has selected.
     *
     * @param changed receiver of their inode IDs
     * @param failures record of files that cannot be changed
     */
    void endScan(LongConsumer changed, MonitorFailures failures) throws InterruptedException {
        for (int rank = 0; rank < candidates.size(); rank++) {
            if (left[rank] >= leaving[rank] || System.nanoTime() - leavingAt[rank] > settleNanos) {
                leave(rank, left[rank]);
            }
            PriorityQueue<Candidate> found = candidates.get(rank);
            if (found != null) {
                demote(rank, found, changed, failures);
            }
        }
        candidates.clear();
    }

    private void demote(int rank, PriorityQueue<Candidate> found, LongConsumer changed, MonitorFailures failures)
            throws InterruptedException {
        List<Candidate> coldest = new ArrayList<>(found);
        coldest.sort(Comparator.comparingDouble(Candidate::worth));
        long excess = (long) ((used(rank) - low[rank]) * capacity(rank)) - leaving[rank];
        int failed = 0;
        long before = demoted();
        for (Candidate candidate : coldest) {
            Optional<Integer> target = below(rank);
            if (excess <= 0 || target.isEmpty() || failed > FAILURES) {
                break;
            }
            boolean[] done = {false};
            boolean ok = failures.guard(
                    "demote file " + candidate.inode(),
                    () -> done[0] = stillThere(() -> demote(candidate.inode(), rank, target.get())));
            failed += ok ? 0 : 1;
            if (done[0]) {
                excess -= candidate.bytes();
                leave(rank, leaving[rank] + candidate.bytes());
                changed.accept(candidate.inode());
                demoted.increment();
            }
        }
        if (demoted() > before) {
            LOG.info(
                    "tiers: tier '{}' is full: demoting {} files",
                    registry.tiers().name(rank),
                    demoted() - before);
        }
    }

    /** Change of one file. */
    @FunctionalInterface
    private interface Deed {
        boolean done() throws IOException;
    }

    /** Makes a change of a file that may be deleted concurrently or may have been read through a snapshot. */
    private static boolean stillThere(Deed deed) throws IOException {
        try {
            return deed.done();
        } catch (FileNotFoundException | AccessControlException e) {
            // A path into a snapshot throws the latter; files in snapshots never change.
            LOG.debug("tiers: the file was deleted or is in a snapshot", e);
            return false;
        }
    }

    private boolean demote(long id, int rank, int target) throws IOException {
        Optional<String> path = path(id);
        boolean[] done = {false};
        if (path.isPresent()) {
            TierNamesystem.change(namesystem, path.get(), "tierDemote", false, false, file -> {
                INode inode = file.path().getLastINode();
                Optional<TierCounts> wanted =
                        inode.getId() == id ? topology.policies().of(inode).wanted() : Optional.empty();
                if (wanted.isPresent() && wanted.get().of(rank) > 0) {
                    int replicas = wanted.get().of(rank);
                    TierCounts next = wanted.get().plus(rank, -replicas).plus(target, replicas);
                    if (next.of(target) > topology.index().tier(target).hosts().size()) {
                        // A node holds one replica of a block: the tier has too few for what it would get.
                        return;
                    }
                    file.set(TierPolicies.DEMOTED, TierPolicies.attribute(ReplicaVector.of(next, registry.tiers())));
                    reads.forget(path.get());
                    done[0] = true;
                }
            });
        }
        return done[0];
    }

    private Optional<String> path(long id) {
        namesystem.readLock();
        try {
            INode inode = namesystem.getFSDirectory().getInode(id);
            return inode == null ? Optional.empty() : Optional.of(inode.getFullPathName());
        } finally {
            namesystem.readUnlock("tierDemote");
        }
    }

    /**
     * Promotes files that have been read often since their demotion.
     *
     * @param changed receiver of their inode IDs
     */
    void promote(LongConsumer changed) throws IOException {
        for (Optional<String> hot = reads.nextHot(); hot.isPresent() && enabled; hot = reads.nextHot()) {
            String path = hot.get();
            Optional<Long> inode = demotedFile(path);
            if (inode.isPresent() && stillThere(() -> promote(path))) {
                changed.accept(inode.get());
                promoted.increment();
            } else if (inode.isPresent()) {
                reads.forget(path);
            }
        }
    }

    private Optional<Long> demotedFile(String path) {
        return topology.policies().ofPath(path).filter(FilePolicy::demoted).map(FilePolicy::inode);
    }

    private boolean promote(String path) throws IOException {
        boolean[] done = {false};
        TierNamesystem.change(namesystem, path, "tierPromote", false, false, file -> {
            INode inode = file.path().getLastINode();
            FilePolicy policy = topology.policies().of(inode);
            Optional<TierCounts> back = policy.policy()
                    .wanted(registry.tiers(), registry.populated(), Math.max(1, policy.replication()), inode.getId());
            if (policy.demoted()
                    && back.isPresent()
                    && hasRoom(back.get(), policy.wanted().orElseThrow())) {
                file.remove(TierPolicies.DEMOTED);
                done[0] = true;
            }
        });
        return done[0];
    }

    private boolean hasRoom(TierCounts next, TierCounts now) {
        for (int rank = 0; rank < next.tiers(); rank++) {
            if (next.of(rank) > now.of(rank) && used(rank) >= low[rank]) {
                return false;
            }
        }
        return true;
    }
}
