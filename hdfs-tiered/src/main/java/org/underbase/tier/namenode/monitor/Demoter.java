package org.underbase.tier.namenode.monitor;

import java.io.FileNotFoundException;
import java.io.IOException;
import java.util.ArrayList;
import java.util.Arrays;
import java.util.Comparator;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;
import java.util.Objects;
import java.util.Optional;
import java.util.PriorityQueue;
import java.util.concurrent.TimeUnit;
import java.util.concurrent.atomic.LongAdder;
import java.util.function.LongConsumer;
import java.util.function.Supplier;
import org.apache.hadoop.conf.Configuration;
import org.apache.hadoop.hdfs.DFSConfigKeys;
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
import org.underbase.tier.namenode.registry.QuotaLimit;
import org.underbase.tier.namenode.registry.TierIndex;
import org.underbase.tier.namenode.registry.TierPolicies;
import org.underbase.tier.namenode.registry.TierRegistry;
import org.underbase.tier.namenode.registry.TierUsage;
import org.underbase.tier.namenode.retrieval.TierTopology;
import org.underbase.tier.policy.DemotionOrder;
import org.underbase.tier.policy.FileHeat;
import org.underbase.tier.policy.ReplicaVector;
import org.underbase.tier.policy.TierCounts;

/**
 * Demotion of unused files from a full tier to slower ones, and their promotion when they are read (hatS, sections
 * III-D and V-H). A demoted file has a vector of the monitor in addition to its policy. A file without wanted counts, whose
 * policy is network-aware or random, gets none: its replicas leave the full tier once and are not promoted. Files with a vector
 * of a user are never demoted. Confined to the monitor's thread.
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
    private final HeatStore stored;
    private final boolean enabled;
    private final DemotionOrder order;
    private final ReadCache cache;
    private final long halfLife;
    private final TierUsage usage;
    private final int tiers;
    private final List<PriorityQueue<Candidate>> candidates = new ArrayList<>();
    private final long[] left;
    private final long settleNanos;
    private final long[] leaving;
    private final long[] leavingAt;
    private final LongAdder demoted = new LongAdder();
    private final LongAdder promoted = new LongAdder();

    /** Files without wanted counts that are being demoted, by inode ID; the latest {@link #CANDIDATES}. */
    private final Map<Long, Demotion> demotions = new LinkedHashMap<>() {
        private static final long serialVersionUID = 1L;

        @Override
        protected boolean removeEldestEntry(Map.Entry<Long, Demotion> eldest) {
            return size() > CANDIDATES;
        }
    };

    /** @param wanted whether the file has wanted counts */
    private record Candidate(long inode, double worth, long bytes, boolean wanted) {}

    /**
     * Demotion of a file without wanted counts: its replicas on one tier move to another.
     *
     * @param from rank of the full tier
     * @param to rank of the slower tier
     */
    record Demotion(int from, int to) {}

    /**
     * Creates a demoter.
     *
     * @throws IllegalArgumentException if a setting is invalid; the message names the key
     */
    public Demoter(
            Configuration conf, FSNamesystem namesystem, TierTopology topology, TierUsage usage, FileReads reads) {
        this.namesystem = namesystem;
        this.topology = topology;
        this.registry = topology.registry();
        this.usage = usage;
        this.reads = reads;
        this.stored = new HeatStore(namesystem, reads, TierKeys.HEAT_STORE_INTERVAL.millis(conf, 1, Long.MAX_VALUE));
        this.enabled = TierKeys.DEMOTION_ENABLED.flag(conf);
        this.order = order(conf);
        this.halfLife = TierKeys.HEAT_HALF_LIFE.millis(conf, 1, Long.MAX_VALUE);
        this.tiers = registry.tiers().size();
        this.left = new long[tiers];
        this.leaving = new long[tiers];
        this.leavingAt = new long[tiers];
        this.settleNanos = SETTLE_HEARTBEATS
                * TimeUnit.SECONDS.toNanos(conf.getTimeDuration(
                        DFSConfigKeys.DFS_HEARTBEAT_INTERVAL_KEY,
                        DFSConfigKeys.DFS_HEARTBEAT_INTERVAL_DEFAULT,
                        TimeUnit.SECONDS));
        CacheSpace space = new CacheSpace(conf, usage, settleNanos);
        this.cache = new ReadCache(conf, namesystem, topology, space, reads, this::heat, order);
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

    /** Loads and stores the heat of files. Called in each round of the active NameNode. */
    void keepHeat() throws IOException {
        if (countsReads()) {
            stored.step();
        }
    }

    /** Whether reads must be recorded. */
    public boolean countsReads() {
        return enabled || cache.enabled();
    }

    /** Returns the cache on the fastest tier, to which the order of demotion applies, too. */
    public ReadCache cache() {
        return cache;
    }

    /** Called while the NameNode is not active. */
    void pause() {
        stored.pause();
        cache.pause();
    }

    /** Returns the number of a file's remembered reads, weighted by their age. */
    double heat(String path) {
        return reads.of(path).at(System.currentTimeMillis(), halfLife);
    }

    public long demoted() {
        return demoted.sum();
    }

    public long promoted() {
        return promoted.sum();
    }

    /** Whether files must be demoted, so that a scan is necessary even if no file has a policy. */
    boolean necessary() {
        boolean some = !demotions.isEmpty();
        for (int rank = 0; rank < tiers; rank++) {
            some |= full(rank);
        }
        return some;
    }

    private boolean full(int rank) {
        return enabled && usage.full(topology.index(), rank) && below(rank).isPresent();
    }

    void beginScan() {
        candidates.clear();
        Arrays.fill(left, 0);
        for (int rank = 0; rank < tiers; rank++) {
            candidates.add(
                    full(rank)
                            ? new PriorityQueue<>(
                                    Comparator.comparingDouble(Candidate::worth).reversed())
                            : null);
        }
    }

    /** Returns the nearest slower tier with room. */
    private Optional<Integer> below(int rank) {
        for (int slower = rank + 1; slower < tiers; slower++) {
            if (usage.hasSpace(topology.index(), slower)) {
                return Optional.of(slower);
            }
        }
        return Optional.empty();
    }

    /** Whether the scan looks for files without wanted counts to demote, and this is one. */
    boolean covers(INodeFile file, FilePolicy policy) {
        return candidates.stream().anyMatch(Objects::nonNull)
                && policy.unread().isEmpty()
                && !file.isUnderConstruction()
                && !file.isStriped();
    }

    /** Returns the demotion of a file without wanted counts, if it is being demoted. */
    Optional<Demotion> demotion(long inode) {
        return Optional.ofNullable(demotions.get(inode));
    }

    /** Ends the demotion of a file without wanted counts. */
    void demoted(long inode) {
        demotions.remove(inode);
    }

    /**
     * Records a file of the scan that has no wanted counts. The caller holds the namesystem's lock.
     *
     * @param onTier bytes of its replicas by rank
     */
    void seen(INodeFile file, long[] onTier) {
        for (int rank = 0; rank < candidates.size(); rank++) {
            long bytes = onTier[rank];
            if (bytes > 0) {
                offer(rank, () -> new Candidate(file.getId(), worth(file), bytes, false));
            }
        }
    }

    private void offer(int rank, Supplier<Candidate> candidate) {
        PriorityQueue<Candidate> worst = candidates.get(rank);
        if (worst != null) {
            worst.add(candidate.get());
            if (worst.size() > CANDIDATES) {
                worst.poll();
            }
        }
    }

    /** Records bytes, by rank, that planned moves remove from each tier. */
    void leaving(List<Long> bytes) {
        for (int rank = 0; rank < bytes.size(); rank++) {
            left[rank] += bytes.get(rank);
        }
    }

    /**
     * Records a file of the scan. The caller holds the namesystem's lock.
     *
     * @param file the file
     * @param policy its policy
     * @param leaving bytes, by rank, that planned moves remove from each tier
     */
    void seen(INodeFile file, FilePolicy policy, List<Long> leaving) {
        leaving(leaving);
        if (policy.policy().vector().isPresent() || file.isUnderConstruction() || policy.cached()) {
            return;
        }
        for (int rank = 0; rank < candidates.size(); rank++) {
            int replicas = policy.wanted().orElseThrow().of(rank);
            if (replicas > 0) {
                offer(rank, () -> new Candidate(file.getId(), worth(file), file.computeFileSize() * replicas, true));
            }
        }
    }

    private double worth(INodeFile file) {
        return order.worth(heat(file), System.currentTimeMillis());
    }

    private FileHeat heat(INodeFile file) {
        return FileHeat.of(
                reads.of(file.getFullPathName()),
                file.getAccessTime(),
                file.getModificationTime(),
                file.computeFileSize(),
                System.currentTimeMillis(),
                halfLife);
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
        TierIndex.Tier tier = topology.index().tier(rank);
        long cached = rank == TierPolicies.FASTEST ? cache.bytes() : 0;
        long excess =
                (long) ((TierUsage.used(tier) - usage.low(rank)) * TierUsage.capacity(tier)) - leaving[rank] - cached;
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
                    () -> done[0] = stillThere(() -> demote(candidate, rank, target.get())));
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

    private boolean demote(Candidate candidate, int rank, int target) throws IOException {
        if (!candidate.wanted()) {
            demotions.put(candidate.inode(), new Demotion(rank, target));
            return true;
        }
        long id = candidate.inode();
        Optional<String> path = path(namesystem, id);
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
                    reads.resetCount(path.get());
                    done[0] = true;
                }
            });
        }
        return done[0];
    }

    /** Returns the path of a file; empty if it does not exist. Takes the namesystem's read lock. */
    static Optional<String> path(FSNamesystem namesystem, long id) {
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
        if (cache.enabled()) {
            // A hot file gets an additional replica instead.
            return;
        }
        for (Optional<String> hot = reads.nextHot(); hot.isPresent() && enabled; hot = reads.nextHot()) {
            String path = hot.get();
            Optional<Long> inode = demotedFile(path);
            if (inode.isPresent() && stillThere(() -> promote(path))) {
                changed.accept(inode.get());
                promoted.increment();
            } else if (inode.isPresent()) {
                reads.resetCount(path);
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
                    && hasRoom(back.get(), policy.wanted().orElseThrow())
                    && permitted(inode.asFile(), back.get(), policy.wanted().orElseThrow())) {
                file.remove(TierPolicies.DEMOTED);
                done[0] = true;
            }
        });
        return done[0];
    }

    /** Whether the quotas above a file permit its promotion. */
    private boolean permitted(INodeFile file, TierCounts next, TierCounts now) {
        for (QuotaLimit quota : topology.quotas().of(file)) {
            for (int rank = 0; rank < next.tiers(); rank++) {
                int more = next.of(rank) - now.of(rank);
                if (more > 0 && !quota.fits(rank, more * file.computeFileSize())) {
                    topology.quotas().counts().withholdPromotion();
                    return false;
                }
            }
        }
        return true;
    }

    private boolean hasRoom(TierCounts next, TierCounts now) {
        for (int rank = 0; rank < next.tiers(); rank++) {
            if (next.of(rank) > now.of(rank) && TierUsage.used(topology.index().tier(rank)) >= usage.low(rank)) {
                return false;
            }
        }
        return true;
    }
}
