package org.underbase.tier.namenode.registry;

import java.io.IOException;
import java.util.ArrayList;
import java.util.BitSet;
import java.util.Iterator;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import java.util.OptionalLong;
import java.util.Set;
import java.util.concurrent.ConcurrentHashMap;
import java.util.concurrent.TimeUnit;
import java.util.function.Consumer;
import java.util.function.LongPredicate;
import org.apache.hadoop.hdfs.server.blockmanagement.BlockInfo;
import org.apache.hadoop.hdfs.server.namenode.FSDirectory;
import org.apache.hadoop.hdfs.server.namenode.FSNamesystem;
import org.apache.hadoop.hdfs.server.namenode.INode;
import org.apache.hadoop.hdfs.server.namenode.INodeFile;
import org.apache.hadoop.hdfs.server.namenode.TierNamesystem;
import org.apache.hadoop.hdfs.server.namenode.snapshot.Snapshot;
import org.slf4j.Logger;
import org.slf4j.LoggerFactory;
import org.underbase.operator.output.SizeText;
import org.underbase.tier.policy.QuotaUse;
import org.underbase.tier.policy.TierCounts;
import org.underbase.tier.policy.TierNames;
import org.underbase.tier.policy.TierQuota;

/**
 * Quotas of directories and their use. A quota is an xattr of the namespace {@code system}, like a policy; the quotas of all
 * directories above a file apply to it. The use is in memory only: after a start and after a failover, it is counted again.
 * Thread-safe.
 */
public final class TierQuotas {
    private static final Logger LOG = LoggerFactory.getLogger(TierQuotas.class);

    public static final String QUOTA = "system.underbase.tier.quota";
    private static final String QUOTA_NAME = "underbase.tier.quota";
    private static final String VERSION = "1:";
    private static final int PARSED_MAX = 4096;

    private final Optional<FSNamesystem> namesystem;
    private final TierNames tiers;
    private final TierNamesystem.XattrNames names = new TierNamesystem.XattrNames(QUOTA_NAME);
    private final Map<String, TierQuota> parsed = new ConcurrentHashMap<>();
    private final Map<Long, QuotaUse> uses = new ConcurrentHashMap<>();
    private final Map<Long, Move> moves = new ConcurrentHashMap<>();
    private final Object countEnds = new Object();
    private final QuotaCounts counts = new QuotaCounts();
    private final OpenFileReservations openFiles = new OpenFileReservations();

    private volatile boolean used;
    private volatile boolean searching = true;
    private volatile Outside outside = new Outside(
            new TierIndex(List.of(), new TierRegistry(TierNames.none(), NodeIdentity.HOSTNAME), 0, 0),
            new BitSet(),
            Optional.empty());

    /** Result of {@link #outside}; many placements in sequence need the same. */
    private record Outside(TierIndex index, BitSet ranks, Optional<TierIndex.Tier> nodes) {}

    /**
     * Planned move of a replica to a tier.
     *
     * @param uses uses of the directories above the file
     * @param rank rank of the tier
     */
    private record Move(List<QuotaUse> uses, int rank, long bytes) {}

    private TierQuotas(Optional<FSNamesystem> namesystem, TierNames tiers) {
        this.namesystem = namesystem;
        this.tiers = tiers;
    }

    public TierQuotas(FSNamesystem namesystem, TierNames tiers) {
        this(Optional.of(namesystem), tiers);
    }

    /** Creates quotas of a cluster without tiers, where no directory has one. */
    public static TierQuotas none() {
        return new TierQuotas(Optional.empty(), TierNames.none());
    }

    /** Whether any directory may have a quota; until then, lookups return immediately. */
    public boolean used() {
        return used;
    }

    /** Checks whether quotas exist, like {@link TierPolicies#notice}. Not safe for concurrent calls. */
    public void notice() {
        if (!used && !tiers.isEmpty() && names.seen()) {
            used = true;
        }
    }

    /** Called before a quota is set. */
    public void using() {
        used = true;
    }

    /** Returns the value of the xattr for a quota. */
    public static String attribute(TierQuota quota) {
        return VERSION + quota;
    }

    /** Returns the quotas that apply to an inode, those of the nearest directory first. The caller holds the namesystem's lock. */
    public List<QuotaLimit> of(INode inode) {
        if (!used) {
            return List.of();
        }
        List<QuotaLimit> found = new ArrayList<>(2);
        for (INode at = inode; at != null; at = at.getParent()) {
            own(at).ifPresent(found::add);
        }
        return found;
    }

    /** Returns the quota of a directory itself. The caller holds the namesystem's lock. */
    public Optional<QuotaLimit> own(INode inode) {
        return used && inode.isDirectory()
                ? TierNamesystem.attribute(inode, Snapshot.CURRENT_STATE_ID, QUOTA)
                        .map(text -> limit(inode, parse(inode, text)))
                : Optional.empty();
    }

    /** Returns the beginning of a message about the quota of a directory on a tier. The caller holds the namesystem's lock. */
    public String describe(QuotaLimit limit, int rank) {
        INode directory = namesystem.orElseThrow().getFSDirectory().getInode(limit.directory());
        return "the quota of " + (directory == null ? "a directory" : directory.getFullPathName()) + " on the tier '"
                + tiers.name(rank) + "' is " + SizeText.of(limit.bytes(rank));
    }

    private QuotaLimit limit(INode directory, TierQuota quota) {
        QuotaUse use = uses.computeIfAbsent(directory.getId(), id -> new QuotaUse(tiers.size()));
        return new QuotaLimit(directory.getId(), quota, quota.on(tiers), use);
    }

    private TierQuota parse(INode directory, String text) {
        TierQuota known = parsed.get(text);
        if (known != null) {
            return known;
        }
        if (parsed.size() >= PARSED_MAX) {
            parsed.clear();
        }
        TierQuota quota = TierQuota.none();
        try {
            if (!text.startsWith(VERSION)) {
                throw new IllegalArgumentException("unsupported version");
            }
            quota = TierQuota.parse(text.substring(VERSION.length()));
        } catch (IllegalArgumentException e) {
            LOG.warn("tiers: ignoring the quota '{}' of {}: {}", text, directory.getFullPathName(), e.getMessage());
        }
        parsed.put(text, quota);
        return quota;
    }

    /** Returns the inode IDs of the directories with a quota that have been found. */
    public Set<Long> directories() {
        return Set.copyOf(uses.keySet());
    }

    /** Whether the namespace is still searched for directories with quotas, after a start or a failover. */
    public boolean searching() {
        return used && searching;
    }

    /** Records that all directories with quotas have been found. */
    public void found() {
        searching = false;
    }

    /** Forgets a directory that has no quota. */
    public void remove(long directory) {
        uses.remove(directory);
    }

    /** Forgets all uses, because another NameNode is active. */
    public void forget() {
        uses.clear();
        moves.clear();
        openFiles.forget();
        searching = true;
    }

    /**
     * Returns the directory whose files have waited for longest to be counted; empty without a due one.
     *
     * @param now present time, in nanoseconds
     * @param interval maximum time between two counts, in nanoseconds
     */
    public Optional<Long> due(long now, long interval) {
        Optional<Long> longest = Optional.empty();
        long waited = -1;
        for (Map.Entry<Long, QuotaUse> entry : uses.entrySet()) {
            long waits = entry.getValue().due(now, interval) ? entry.getValue().waits(now) : -1;
            if (waits > waited) {
                longest = Optional.of(entry.getKey());
                waited = waits;
            }
        }
        return longest;
    }

    /** Returns the use of a directory with a quota. */
    public Optional<QuotaUse> use(long directory) {
        return Optional.ofNullable(uses.get(directory));
    }

    /** Records that the use of the quotas that apply to an inode may have changed. The caller holds the namesystem's lock. */
    public void changed(INode inode) {
        of(inode).forEach(limit -> limit.use().change());
    }

    public QuotaCounts counts() {
        return counts;
    }

    /** Returns the bytes by which present replicas exceed quotas. Takes the namesystem's read lock. */
    public long excess() {
        long[] excess = {0};
        eachLimit(limit -> {
            for (int rank = 0; rank < tiers.size(); rank++) {
                excess[0] += limit.excess(rank);
            }
        });
        return excess[0];
    }

    /** Visits the quotas of all directories that have been found, each under the namesystem's read lock. */
    public void eachLimit(Consumer<QuotaLimit> visitor) {
        for (long directory : directories()) {
            FSNamesystem locked = namesystem.orElseThrow();
            locked.readLock();
            try {
                Optional.ofNullable(locked.getFSDirectory().getInode(directory))
                        .flatMap(this::own)
                        .ifPresent(visitor);
            } finally {
                locked.readUnlock("tierQuotas");
            }
        }
    }

    /** Returns the DataNodes outside some tiers, given by rank. */
    public TierIndex.Tier outside(TierIndex index, BitSet ranks) {
        Outside last = outside;
        if (last.index() != index || !last.ranks().equals(ranks)) {
            last = new Outside(index, ranks, Optional.of(index.outside(ranks)));
            outside = last;
        }
        return last.nodes().orElseThrow();
    }

    /**
     * Waits until the files below directories with quotas have been counted.
     *
     * @return false after the timeout
     */
    public boolean awaitCounted(List<QuotaLimit> limits, long millis) throws InterruptedException {
        long end = System.nanoTime() + TimeUnit.MILLISECONDS.toNanos(millis);
        synchronized (countEnds) {
            while (limits.stream().anyMatch(limit -> !limit.use().counted())) {
                long left = TimeUnit.NANOSECONDS.toMillis(end - System.nanoTime());
                if (left <= 0) {
                    return false;
                }
                countEnds.wait(left);
            }
        }
        return true;
    }

    /** Ends a count of the files below a directory. */
    public void counted(QuotaUse use, long[] usedBytes, long[] wantedBytes) {
        use.end(System.nanoTime(), usedBytes, wantedBytes);
        synchronized (countEnds) {
            countEnds.notifyAll();
        }
    }

    /** Returns the number of directories with a quota whose files have not been counted. */
    public long uncounted() {
        return uses.values().stream().filter(use -> !use.counted()).count();
    }

    /**
     * Returns the room for a block of the file to which the thread adds it, or of a path. Takes the namesystem's read lock if
     * there are quotas.
     */
    public QuotaRoom room(String path, long blockSize) {
        if (!used || path == null || !path.startsWith("/")) {
            return QuotaRoom.unlimited();
        }
        long id = TierPolicies.addedTo();
        FSNamesystem locked = namesystem.orElseThrow();
        locked.readLock();
        try {
            FSDirectory directory = locked.getFSDirectory();
            INode inode = id == 0 ? directory.unprotectedResolvePath(path).getLastINode() : directory.getInode(id);
            List<QuotaLimit> limits =
                    inode == null || !inode.isFile() || inode.asFile().isStriped() ? List.of() : of(inode);
            return limits.isEmpty()
                    ? QuotaRoom.unlimited()
                    : QuotaRoom.of(limits, inode.getId(), inode.asFile().numBlocks(), tiers.size(), blockSize);
        } catch (IOException e) {
            LOG.debug("tiers: no quota for {}", path, e);
            return QuotaRoom.unlimited();
        } finally {
            locked.readUnlock("tierQuota");
        }
    }

    /**
     * Reserves the replicas of a placement.
     *
     * @param newBlock whether the block is the next one of an open file
     */
    public void placed(QuotaRoom room, TierCounts replicas, boolean newBlock) {
        if (!room.limited()) {
            return;
        }
        // The replicas of other blocks were wanted before.
        List<Long> numbers = room.limits().stream()
                .map(limit -> limit.use().reserve(replicas, room.blockSize(), newBlock))
                .toList();
        if (room.refused()) {
            counts.fallBack();
        }
        if (newBlock) {
            openFiles.placed(room, replicas, numbers);
        }
    }

    /**
     * Repeats the reservation of a placed block that a count replaces although the block is not yet in its file. Called when the
     * count visits the file, under the namesystem's lock.
     */
    public void visited(INodeFile file, QuotaUse use) {
        openFiles.visited(file.getId(), file.numBlocks(), use);
    }

    /** Releases the reserved bytes that the last block of a closed file does not need. The caller holds the namesystem's lock. */
    public void closed(INode inode) {
        BlockInfo block = inode.isFile() ? inode.asFile().getLastBlock() : null;
        openFiles.closed(inode.getId(), block == null ? OptionalLong.empty() : OptionalLong.of(block.getNumBytes()));
        changed(inode);
    }

    /**
     * Reserves an additional replica of a file, if the quotas above it permit it. The caller holds the namesystem's lock.
     *
     * @return whether they permit it
     */
    public boolean admits(INode file, int rank, long bytes) {
        List<QuotaLimit> limits = of(file);
        if (limits.stream().anyMatch(limit -> !limit.fits(rank, bytes) || limit.overcommitted(rank, bytes))) {
            counts.withholdPromotion();
            return false;
        }
        limits.forEach(limit -> limit.use().reserve(rank, 0, bytes));
        return true;
    }

    /** Records a planned move of a replica to a tier, until {@link #endMoves}. */
    public void moving(long block, List<QuotaLimit> limits, int rank, long bytes) {
        if (!limits.isEmpty()) {
            List<QuotaUse> affected = limits.stream().map(QuotaLimit::use).toList();
            end(moves.put(block, new Move(affected, rank, bytes)));
            affected.forEach(use -> use.move(rank, bytes));
        }
    }

    /** Ends the moves of blocks that are not pending. */
    public void endMoves(LongPredicate pending) {
        for (Iterator<Map.Entry<Long, Move>> each = moves.entrySet().iterator(); each.hasNext(); ) {
            Map.Entry<Long, Move> move = each.next();
            if (!pending.test(move.getKey())) {
                each.remove();
                end(move.getValue());
            }
        }
    }

    private static void end(Move move) {
        if (move != null) {
            move.uses().forEach(use -> use.moved(move.rank(), move.bytes()));
        }
    }
}
