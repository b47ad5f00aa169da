package org.underbase.tier.namenode.monitor;

import java.io.FileNotFoundException;
import java.io.IOException;
import java.util.ArrayList;
import java.util.HashSet;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import java.util.Set;
import java.util.concurrent.ConcurrentHashMap;
import java.util.concurrent.TimeUnit;
import java.util.concurrent.atomic.LongAdder;
import java.util.function.Consumer;
import java.util.function.Function;
import org.apache.hadoop.conf.Configuration;
import org.apache.hadoop.hdfs.protocol.QuotaExceededException;
import org.apache.hadoop.hdfs.server.blockmanagement.BlockInfo;
import org.apache.hadoop.hdfs.server.blockmanagement.BlockManager;
import org.apache.hadoop.hdfs.server.blockmanagement.DatanodeStorageInfo;
import org.apache.hadoop.hdfs.server.namenode.FSNamesystem;
import org.apache.hadoop.hdfs.server.namenode.INode;
import org.apache.hadoop.hdfs.server.namenode.INodeFile;
import org.apache.hadoop.hdfs.server.namenode.QuotaCounts;
import org.apache.hadoop.hdfs.server.namenode.TierNamesystem;
import org.apache.hadoop.security.AccessControlException;
import org.slf4j.Logger;
import org.slf4j.LoggerFactory;
import org.underbase.tier.conf.TierKeys;
import org.underbase.tier.namenode.placement.ReplicationDecrease;
import org.underbase.tier.namenode.registry.FilePolicy;
import org.underbase.tier.namenode.registry.TierIndex;
import org.underbase.tier.namenode.registry.TierPolicies;
import org.underbase.tier.namenode.retrieval.TierTopology;
import org.underbase.tier.policy.CachePlanner;
import org.underbase.tier.policy.CachePlanner.Candidate;
import org.underbase.tier.policy.DemotionOrder;
import org.underbase.tier.policy.FileHeat;
import org.underbase.tier.policy.TierCounts;

/**
 * Additional replicas of hot files on the fastest tier. HDFS calls the placement policy without the block when it deletes excess
 * replicas after a restart or a block report, so no policy can keep a replica beyond the replication. Therefore the replication
 * of a cached file is greater by one, and an xattr marks it: HDFS copies, keeps and repairs the replica, and the file leaves the
 * cache by a deletion. Files whose policy assigns a replica to the fastest tier, or none to tiers, are not cached, nor are
 * files below a space quota of HDFS. Confined to the monitor's thread, except {@link #pauseFile}, {@link #release} and
 * {@link #counts}.
 */
public final class ReadCache {
    private static final Logger LOG = LoggerFactory.getLogger(ReadCache.class);

    private static final int FASTEST = TierPolicies.FASTEST;

    /** Maximum number of hot files, and of other cached ones, that are visited per step: a visit takes time under lock. */
    private static final int CANDIDATES = 4_000;

    /** Maximum number of blocks of a cached file: its replication changes in one hold of the namesystem's lock. */
    private static final int BLOCKS = LockHold.BLOCKS;

    /** Maximum number of files that enter the cache per step. */
    private static final int ADDITIONS = 64;

    /** Maximum number of files that leave the cache per step, and of obsolete marks that are removed. */
    private static final int DELETIONS = 256;

    /** Time for which a file does not enter the cache after a user has ended its caching or a change has failed. */
    private static final long PAUSE_NANOS = TimeUnit.MINUTES.toNanos(1);

    private final FSNamesystem namesystem;
    private final TierTopology topology;
    private final CacheSpace space;
    private final FileReads reads;
    private final Function<INodeFile, FileHeat> heat;
    private final DemotionOrder order;
    private final double minReads;
    private final long intervalNanos;
    private final double copiedBytesPerNano;

    /** Cached files, and those with an obsolete mark, whose size counts as 0. */
    private final CachedFiles cached = new CachedFiles();
    /** Files that do not enter the cache until a time, in nanoseconds, by inode ID. */
    private final Map<Long, Long> paused = new ConcurrentHashMap<>();

    private final LongAdder additions = new LongAdder();
    private final LongAdder deletions = new LongAdder();
    private final LongAdder copiedBytes = new LongAdder();
    private long steppedAt = System.nanoTime();
    private double copyBudget;
    private boolean scanned;
    private volatile Counts counts = new Counts(0, 0, 0, 0, 0, 0);

    /**
     * State of the cache and sums since the start.
     *
     * @param files number of cached files
     * @param bytes bytes of their additional replicas
     * @param capacity maximum of these bytes at present
     * @param additions number of files that have entered the cache
     * @param deletions number of files that have left it
     * @param copiedBytes bytes of the files that have entered it
     */
    public record Counts(long files, long bytes, long capacity, long additions, long deletions, long copiedBytes) {}

    /** Files of a step. */
    private static final class Step {
        private final long now = System.currentTimeMillis();
        private final Set<Long> seen = new HashSet<>();
        private final List<Candidate> candidates = new ArrayList<>();
        /** Cached files whose policy has changed, so that they must leave the cache. */
        private final List<Candidate> ended = new ArrayList<>();
        /** Files with an obsolete mark. */
        private final List<Long> obsolete = new ArrayList<>();
    }

    /**
     * Creates a cache.
     *
     * @param heat usage of a file; called under the namesystem's lock
     * @throws IllegalArgumentException if a setting is invalid; the message names the key
     */
    ReadCache(
            Configuration conf,
            FSNamesystem namesystem,
            TierTopology topology,
            CacheSpace space,
            FileReads reads,
            Function<INodeFile, FileHeat> heat,
            DemotionOrder order) {
        this.namesystem = namesystem;
        this.topology = topology;
        this.space = space;
        this.reads = reads;
        this.heat = heat;
        this.order = order;
        this.minReads = TierKeys.CACHE_MIN_READS.decimal(conf, 0, Integer.MAX_VALUE);
        this.intervalNanos = TimeUnit.MILLISECONDS.toNanos(TierKeys.CACHE_INTERVAL.millis(conf, 1, Long.MAX_VALUE));
        long bandwidth = TierKeys.MOVE_BANDWIDTH.bytes(conf);
        this.copiedBytesPerNano = bandwidth == 0 ? Double.MAX_VALUE : bandwidth / 1e9;
    }

    /** Whether files may enter the cache. */
    boolean enabled() {
        return space.enabled();
    }

    /**
     * Returns the bytes of additional replicas, which leave the fastest tier before files are demoted, and of those that have
     * left the cache and perhaps not the tier.
     */
    long bytes() {
        return counts.bytes() + space.leaving();
    }

    public Counts counts() {
        return counts;
    }

    /**
     * Records a file of the scan if it is cached or has an obsolete mark: after a restart or a failover, only the scan finds it. A
     * NameNode without this cache makes marks obsolete.
     */
    void seen(INodeFile file, FilePolicy policy) {
        if (policy.cached() || TierPolicies.marked(file)) {
            cached.put(policy.cached() ? candidate(file, true, System.currentTimeMillis()) : obsolete(file.getId()));
        }
    }

    private Candidate candidate(INodeFile file, boolean isCached, long now) {
        FileHeat known = heat.apply(file);
        return new Candidate(file.getId(), file.computeFileSize(), order.worth(known, now), known.reads(), isCached);
    }

    private static Candidate obsolete(long id) {
        return new Candidate(id, 0, 0, 0, true);
    }

    /** Called at the end of a full scan: all cached files are known, and {@link #bytes} contains them. */
    void endScan() {
        scanned = true;
        count(counts.capacity());
    }

    /** Called while the NameNode is not active: another one may change the cache. */
    void pause() {
        scanned = false;
        cached.clear();
        count(0);
    }

    /**
     * Changes the cache if its interval is over, after the first scan of the active NameNode. A disabled cache only deletes the
     * replicas that it has added before.
     *
     * @param lock holds of the namesystem's lock
     * @param failures record of files that cannot be changed
     */
    void step(MonitorLock lock, MonitorFailures failures) throws InterruptedException {
        long elapsed = System.nanoTime() - steppedAt;
        if (elapsed < intervalNanos) {
            return;
        }
        steppedAt += elapsed;
        copyBudget = Math.min(copyBudget + elapsed * copiedBytesPerNano, 2.0 * intervalNanos * copiedBytesPerNano);
        paused.values().removeIf(until -> steppedAt - until > 0);
        if (!scanned || (!enabled() && cached.isEmpty())) {
            return;
        }
        Step step = collect(lock);
        long held = step.candidates.stream()
                .filter(Candidate::cached)
                .mapToLong(Candidate::bytes)
                .sum();
        long capacity = space.capacity(topology.index().tier(FASTEST), held);
        CachePlanner.Changes changes = CachePlanner.plan(
                step.candidates,
                new CachePlanner.Limits(capacity, (long) copyBudget, ADDITIONS, minReads, order.margin()));
        List<Candidate> leaving = new ArrayList<>(step.ended);
        leaving.addAll(changes.deleted());
        for (long file : step.obsolete.subList(0, Math.min(DELETIONS, step.obsolete.size()))) {
            guard(failures, file, () -> change(file, this::unmark));
        }
        for (Candidate file : leaving.subList(0, Math.min(DELETIONS, leaving.size()))) {
            guard(failures, file.id(), () -> change(file.id(), this::leave));
        }
        if (leaving.size() <= DELETIONS) {
            for (Candidate file : changes.added()) {
                guard(failures, file.id(), () -> change(file.id(), this::enter));
            }
        }
        count(capacity);
    }

    private void count(long capacity) {
        counts = new Counts(
                cached.size(), cached.bytes(), capacity, additions.sum(), deletions.sum(), copiedBytes.sum());
    }

    private Step collect(MonitorLock lock) throws InterruptedException {
        Step step = new Step();
        List<String> hottest = new ArrayList<>();
        if (enabled()) {
            reads.hottest(CANDIDATES, step.now).forEach(entry -> hottest.add(entry.getKey()));
        }
        eachInHolds(lock, hottest, path -> resolve(path).ifPresent(inode -> consider(inode, step)));
        List<Long> others = cached.next(CANDIDATES, step.seen);
        eachInHolds(lock, others, id -> Optional.ofNullable(
                        namesystem.getFSDirectory().getInode(id))
                .ifPresent(inode -> consider(inode, step)));
        step.seen.addAll(others);
        cached.removeAll(step.seen);
        List<Candidate> unvisited = cached.all();
        step.candidates.stream().filter(Candidate::cached).forEach(cached::put);
        step.ended.forEach(cached::put);
        step.obsolete.forEach(file -> cached.put(obsolete(file)));
        step.candidates.addAll(unvisited);
        return step;
    }

    private static <T> void eachInHolds(MonitorLock lock, List<T> items, Consumer<T> visitor)
            throws InterruptedException {
        int[] next = {0};
        while (next[0] < items.size()) {
            lock.rest(lock.hold(hold -> {
                while (next[0] < items.size() && !hold.over()) {
                    hold.block();
                    visitor.accept(items.get(next[0]));
                    next[0]++;
                }
            }));
        }
    }

    private Optional<INode> resolve(String path) {
        try {
            return Optional.ofNullable(
                    namesystem.getFSDirectory().unprotectedResolvePath(path).getLastINode());
        } catch (IOException e) {
            LOG.debug("tiers: a file no longer exists at its path, path={}", path, e);
            return Optional.empty();
        }
    }

    /** Adds a file to the candidates if it is cached or may be. The caller holds the namesystem's lock. */
    private void consider(INode inode, Step step) {
        if (!inode.isFile() || !step.seen.add(inode.getId()) || !isCurrent(inode)) {
            return;
        }
        INodeFile file = inode.asFile();
        FilePolicy policy = topology.policies().of(file);
        int own = policy.cached() ? 1 : 0;
        boolean eligible =
                policy.wanted().filter(wanted -> wanted.of(FASTEST) == own).isPresent() && !hasSpaceQuota(file);
        long bytes = file.computeFileSize();
        if (policy.cached() && !eligible) {
            step.ended.add(new Candidate(file.getId(), bytes, 0, 0, true));
        } else if (policy.cached()
                || (eligible
                        && bytes > 0
                        && file.numBlocks() <= BLOCKS
                        && !file.isUnderConstruction()
                        && !paused.containsKey(file.getId()))) {
            step.candidates.add(candidate(file, policy.cached(), step.now));
        }
        if (!policy.cached() && TierPolicies.marked(file)) {
            step.obsolete.add(file.getId());
        }
    }

    /**
     * Whether a file is at its path. HDFS keeps a deleted or overwritten file that a snapshot contains, with its xattrs, and its
     * replication cannot change.
     */
    private boolean isCurrent(INode inode) {
        return resolve(inode.getFullPathName())
                .filter(found -> found.getId() == inode.getId())
                .isPresent();
    }

    /** Whether HDFS limits the space of a file's directories: additional replicas would take the space of the users. */
    private static boolean hasSpaceQuota(INodeFile file) {
        for (INode at = file.getParent(); at != null; at = at.getParent()) {
            QuotaCounts quota = at.getQuotaCounts();
            if (quota.getStorageSpace() >= 0 || quota.anyTypeSpaceCountGreaterOrEqual(0)) {
                return true;
            }
        }
        return false;
    }

    /** Change of a file under the write lock. */
    @FunctionalInterface
    private interface Change {
        void apply(TierNamesystem.Target target, FilePolicy policy) throws IOException;
    }

    private void guard(MonitorFailures failures, long file, MonitorFailures.Step change) throws InterruptedException {
        boolean done = failures.guard("change the cached replica of file " + file, () -> {
            try {
                change.run();
            } catch (FileNotFoundException | AccessControlException | QuotaExceededException e) {
                // A path into a snapshot throws the second.
                LOG.debug("tiers: the replica of a file does not change, file={}", file, e);
                pauseFile(file);
            }
        });
        if (!done) {
            pauseFile(file);
        }
    }

    /**
     * Keeps a file from entering the cache for a minute. After a call under the namesystem's lock, the file has either entered
     * already or does not enter.
     */
    public void pauseFile(long file) {
        if (enabled()) {
            paused.put(file, System.nanoTime() + PAUSE_NANOS);
        }
    }

    private void change(long id, Change change) throws IOException {
        Optional<String> path = Demoter.path(namesystem, id);
        if (path.isPresent()) {
            TierNamesystem.change(namesystem, path.get(), "tierCache", false, false, target -> {
                INode inode = target.path().getLastINode();
                if (inode.getId() == id && !inode.asFile().isUnderConstruction()) {
                    change.apply(target, topology.policies().of(inode));
                }
            });
        }
    }

    private void enter(TierNamesystem.Target target, FilePolicy policy) throws IOException {
        INodeFile file = target.path().getLastINode().asFile();
        if (policy.cached()
                || paused.containsKey(policy.inode())
                || policy.wanted().filter(wanted -> wanted.of(FASTEST) == 0).isEmpty()) {
            return;
        }
        TierCounts next = policy.wanted().orElseThrow().plus(FASTEST, 1);
        TierIndex index = topology.index();
        if (index.tier(FASTEST).hosts().isEmpty() || next.sum() > index.hosts()) {
            // A node holds one replica of a block.
            pauseFile(policy.inode());
            return;
        }
        if (!topology.quotas().admits(file, FASTEST, file.computeFileSize())) {
            pauseFile(policy.inode());
            return;
        }
        target.together(() -> {
            // First, because it checks quota and limits: nothing has changed if it throws.
            target.setReplication((short) (policy.replication() + 1));
            target.set(TierPolicies.CACHED, TierPolicies.attribute(policy.replication()));
        });
        long bytes = file.computeFileSize();
        cached.put(candidate(file, true, System.currentTimeMillis()));
        space.entered(bytes);
        copyBudget -= bytes;
        additions.increment();
        copiedBytes.add(bytes);
    }

    private void leave(TierNamesystem.Target target, FilePolicy policy) throws IOException {
        // A stale replica may no longer exist: HDFS would postpone the deletion, and then choose without the wanted
        // counts.
        if (policy.cached() && !stale(target.path().getLastINode().asFile())) {
            delete(target, policy);
            cached.remove(policy.inode());
        }
    }

    private void unmark(TierNamesystem.Target target, FilePolicy policy) throws IOException {
        target.remove(TierPolicies.CACHED);
        cached.remove(policy.inode());
    }

    private void delete(TierNamesystem.Target target, FilePolicy policy) throws IOException {
        short own = (short) (policy.replication() - 1);
        target.together(() -> {
            if (policy.wanted().isPresent()) {
                TierCounts next = policy.wanted().get().plus(FASTEST, -1);
                ReplicationDecrease.to(next, () -> target.setReplication(own));
            } else {
                target.setReplication(own);
            }
            target.remove(TierPolicies.CACHED);
        });
        space.left(target.path().getLastINode().asFile().computeFileSize());
        deletions.increment();
    }

    private boolean stale(INodeFile file) {
        BlockManager blocks = namesystem.getBlockManager();
        for (BlockInfo block : file.getBlocks()) {
            for (DatanodeStorageInfo storage : blocks.getStorages(block)) {
                if (storage.areBlockContentsStale()) {
                    return true;
                }
            }
        }
        return false;
    }

    /**
     * Ends the caching of a file whose replication the calling user sets: the user's number must not contain the additional
     * replica. Also removes an obsolete mark. Called in threads of the RPC server after {@link #pauseFile}.
     */
    public void release(String path) throws IOException {
        TierNamesystem.change(namesystem, path, "tierCache", true, false, target -> {
            FilePolicy policy = topology.policies().of(target.path().getLastINode());
            if (policy.cached()) {
                delete(target, policy);
            } else {
                target.remove(TierPolicies.CACHED);
            }
        });
    }
}
