package org.underbase.tier.namenode.registry;

import java.io.IOException;
import java.util.Map;
import java.util.Optional;
import java.util.Set;
import java.util.concurrent.ConcurrentHashMap;
import java.util.function.Function;
import org.apache.hadoop.hdfs.server.namenode.FSDirectory;
import org.apache.hadoop.hdfs.server.namenode.FSNamesystem;
import org.apache.hadoop.hdfs.server.namenode.INode;
import org.apache.hadoop.hdfs.server.namenode.INodeFile;
import org.apache.hadoop.hdfs.server.namenode.TierNamesystem;
import org.apache.hadoop.hdfs.server.namenode.snapshot.Snapshot;
import org.slf4j.Logger;
import org.slf4j.LoggerFactory;
import org.underbase.tier.policy.Degradation;
import org.underbase.tier.policy.PlacementPlanner;
import org.underbase.tier.policy.PlacementPolicy;
import org.underbase.tier.policy.ReplicaVector;
import org.underbase.tier.policy.TierCounts;
import org.underbase.tier.policy.TierNames;

/**
 * Lookup of the policy in force for a file: its own, else that of the nearest parent directory with one, else the
 * cluster's default. A policy is an xattr of the namespace {@code system}, so it is in the edit log and the fsimage,
 * moves with its inode, and is invisible to clients. Lookups walk up the path, so that a renamed file has the policy of
 * its new directory. Thread-safe.
 */
public final class TierPolicies {
    private static final Logger LOG = LoggerFactory.getLogger(TierPolicies.class);

    public static final String POLICY = "system.underbase.tier.policy";
    public static final String DEMOTED = "system.underbase.tier.demoted";

    /** Xattr of a file with an additional replica on the fastest tier; its value is the replication without that replica. */
    public static final String CACHED = "system.underbase.tier.cached";

    private static final String POLICY_NAME = "underbase.tier.policy";
    private static final String CACHED_NAME = "underbase.tier.cached";
    private static final String VERSION = "1:";
    private static final int PARSED_MAX = 4096;

    /** Rank of the tier of additional replicas. */
    public static final int FASTEST = 0;

    /** Inode of the file to which a thread adds a block; 0 for none. */
    private static final ThreadLocal<Long> ADDED_TO = ThreadLocal.withInitial(() -> 0L);

    /** Maximum number of invalid policies that are logged, each once. */
    private static final int UNREAD_MAX = 1000;

    private final Namespace namespace;
    private final TierRegistry registry;
    private final PlacementPolicy byDefault;
    private final TierNamesystem.XattrNames names = new TierNamesystem.XattrNames(POLICY_NAME);
    private final TierNamesystem.XattrNames cachedNames = new TierNamesystem.XattrNames(CACHED_NAME);
    private final Map<String, PlacementPolicy> parsed = new ConcurrentHashMap<>();
    private final DegradedFiles degraded = new DegradedFiles();
    private final LandedFiles landed = new LandedFiles();
    private final Set<String> unread = ConcurrentHashMap.newKeySet();
    private volatile boolean used;

    private TierPolicies(Namespace namespace, TierRegistry registry, PlacementPolicy byDefault) {
        this.namespace = namespace;
        this.registry = registry;
        this.byDefault = byDefault;
        this.used = !registry.tiers().isEmpty() && byDefault != PlacementPolicy.Named.NETWORK_AWARE;
    }

    /** Creates a lookup that returns the stock policy for every file. */
    public static TierPolicies stock() {
        return new TierPolicies(
                new NoNamespace(),
                new TierRegistry(TierNames.none(), NodeIdentity.HOSTNAME),
                PlacementPolicy.Named.NETWORK_AWARE);
    }

    public TierPolicies(FSNamesystem namesystem, TierRegistry registry, PlacementPolicy byDefault) {
        this(new NamesystemNamespace(namesystem), registry, byDefault);
    }

    /** Access to the inodes of a namespace. */
    private sealed interface Namespace {
        /** Looks up an inode by its ID, or by its path if the ID is 0, and its policy, under the read lock. */
        Optional<FilePolicy> policy(long id, String path, Function<INode, Optional<FilePolicy>> lookup)
                throws IOException;

        /** Returns an inode by its ID. The caller holds the lock. */
        Optional<INode> inode(long id);
    }

    private record NoNamespace() implements Namespace {
        @Override
        public Optional<FilePolicy> policy(long id, String path, Function<INode, Optional<FilePolicy>> lookup) {
            return Optional.empty();
        }

        @Override
        public Optional<INode> inode(long id) {
            return Optional.empty();
        }
    }

    private record NamesystemNamespace(FSNamesystem namesystem) implements Namespace {
        @Override
        public Optional<FilePolicy> policy(long id, String path, Function<INode, Optional<FilePolicy>> lookup)
                throws IOException {
            namesystem.readLock();
            try {
                FSDirectory directory = namesystem.getFSDirectory();
                return Optional.ofNullable(
                                id == 0
                                        ? directory.unprotectedResolvePath(path).getLastINode()
                                        : directory.getInode(id))
                        .flatMap(lookup);
            } finally {
                namesystem.readUnlock("tierPolicy");
            }
        }

        @Override
        public Optional<INode> inode(long id) {
            return Optional.ofNullable(namesystem.getFSDirectory().getInode(id));
        }
    }

    /** Records the result of a placement; the monitor checks files with degraded placements or under a landing policy. */
    public void placed(FilePolicy file, PlacementPlanner.Outcome outcome) {
        if (outcome.worst() != Degradation.NONE) {
            degraded.add(file.inode(), outcome.worst());
        }
        file.landing()
                .ifPresent(counts -> landed.add(
                        file.inode(),
                        outcome.placed().stream()
                                .allMatch(replica ->
                                        replica.tier() != TierNames.UNKNOWN && counts.of(replica.tier()) > 0)));
    }

    public LandedFiles landed() {
        return landed;
    }

    public DegradedFiles degraded() {
        return degraded;
    }

    public PlacementPolicy byDefault() {
        return byDefault;
    }

    /** Whether any file may have a policy other than network-aware; until then, lookups return immediately. */
    public boolean used() {
        return used;
    }

    /**
     * Checks whether policies exist, from edits of the active NameNode or from the fsimage. Without tiers, it ignores
     * them. Not safe for concurrent calls.
     */
    public void notice() {
        if (!used && !registry.tiers().isEmpty() && (names.seen() || cachedNames.seen())) {
            used = true;
        }
    }

    /** Called before a policy is set. */
    public void using() {
        used = true;
    }

    /** Returns the value of the xattr for a policy. */
    public static String attribute(Object policy) {
        return VERSION + policy;
    }

    /**
     * Records the inode of the file to which this thread adds a block. HDFS places the block by the path that the client
     * opened, which a rename may have given to another file.
     *
     * @param inode ID of the inode; 0 for none
     */
    public static void adding(long inode) {
        ADDED_TO.set(inode);
    }

    /** Returns the inode ID of {@link #adding}. */
    static long addedTo() {
        return ADDED_TO.get();
    }

    /** Returns the policy of a file by its path, for a placement; empty for stock. Takes the namesystem's read lock. */
    public Optional<FilePolicy> ofPath(String path) {
        if (!used || path == null || !path.startsWith("/")) {
            return Optional.empty();
        }
        try {
            return namespace.policy(ADDED_TO.get(), path, this::tiered);
        } catch (IOException e) {
            LOG.debug("tiers: no policy for {}: placing it as stock HDFS", path, e);
            return Optional.empty();
        }
    }

    /** Returns the policy of a file by its inode ID; empty for stock. The caller holds the namesystem's lock. */
    public Optional<FilePolicy> ofFile(long inode) {
        return used ? namespace.inode(inode).flatMap(this::tiered) : Optional.empty();
    }

    /** Returns the policy of a file; empty for stock and for other inodes. */
    private Optional<FilePolicy> tiered(INode inode) {
        return inode.isFile()
                ? Optional.of(of(inode)).filter(found -> found.policy() != PlacementPolicy.Named.NETWORK_AWARE)
                : Optional.empty();
    }

    /** Returns the policy in force for an inode. The caller holds the namesystem's lock. */
    public FilePolicy of(INode inode) {
        for (INode at = inode; at != null; at = at.getParent()) {
            Optional<String> text = TierNamesystem.attribute(at, Snapshot.CURRENT_STATE_ID, POLICY);
            if (text.isPresent()) {
                FilePolicy.From from = at.isFile() ? FilePolicy.From.FILE : FilePolicy.From.DIRECTORY;
                long holder = at.getId();
                // Do not fall back to the policy of a parent directory, which would move the files.
                return parse(at, text.get())
                        .map(policy -> result(inode, policy, from, holder))
                        .orElseGet(() -> unread(inode, text.get(), from, holder));
            }
        }
        return result(inode, byDefault, FilePolicy.From.CLUSTER, 0);
    }

    private static FilePolicy unread(INode inode, String text, FilePolicy.From from, long holder) {
        return new FilePolicy(
                PlacementPolicy.Named.NETWORK_AWARE,
                from,
                holder,
                inode.isFile() && isCached(inode.asFile()),
                false,
                Optional.empty(),
                Optional.empty(),
                inode.getId(),
                inode.isFile() ? inode.asFile().getFileReplication() : 0,
                text.startsWith(VERSION) ? text.substring(VERSION.length()) : text);
    }

    private FilePolicy result(INode inode, PlacementPolicy policy, FilePolicy.From from, long holder) {
        if (!inode.isFile() || inode.asFile().isStriped()) {
            return new FilePolicy(
                    policy, from, holder, false, false, Optional.empty(), Optional.empty(), inode.getId(), 0, "");
        }
        INodeFile file = inode.asFile();
        int replication = file.getFileReplication();
        boolean cached = isCached(file);
        int own = cached ? replication - 1 : replication;
        Optional<TierCounts> wanted = policy.wanted(registry.tiers(), registry.populated(), own, inode.getId());
        Optional<TierCounts> demoted =
                wanted.isEmpty() || policy.vector().isPresent() ? Optional.empty() : demoted(inode, own);
        return new FilePolicy(
                policy,
                from,
                holder,
                cached,
                demoted.isPresent(),
                demoted.or(() -> wanted).map(counts -> cached ? counts.plus(FASTEST, 1) : counts),
                demoted.isEmpty() && file.isUnderConstruction()
                        ? policy.landing(registry.populated(), replication)
                        : Optional.empty(),
                inode.getId(),
                replication,
                "");
    }

    /**
     * Whether a file has an additional replica. It has none if its replication has changed since, as by WebHDFS. The caller holds
     * the namesystem's lock.
     */
    private static boolean isCached(INodeFile file) {
        int own = file.getFileReplication() - 1;
        return own > 0
                && TierNamesystem.attribute(file, Snapshot.CURRENT_STATE_ID, CACHED)
                        .filter(attribute(own)::equals)
                        .isPresent();
    }

    /** Whether an inode has the xattr {@link #CACHED}, possibly an obsolete one. The caller holds the namesystem's lock. */
    public static boolean marked(INode inode) {
        return TierNamesystem.attribute(inode, Snapshot.CURRENT_STATE_ID, CACHED)
                .isPresent();
    }

    private Optional<TierCounts> demoted(INode inode, int replication) {
        return TierNamesystem.attribute(inode, Snapshot.CURRENT_STATE_ID, DEMOTED)
                .flatMap(value -> parse(inode, value))
                .flatMap(PlacementPolicy::vector)
                .map(vector -> fit(vector, replication));
    }

    private TierCounts fit(ReplicaVector vector, int replication) {
        return vector.on(registry.tiers()).fit(replication);
    }

    private Optional<PlacementPolicy> parse(INode where, String value) {
        PlacementPolicy known = parsed.get(value);
        if (known != null) {
            return Optional.of(known);
        }
        try {
            if (!value.startsWith(VERSION)) {
                throw new IllegalArgumentException("unsupported version");
            }
            PlacementPolicy policy = PlacementPolicy.parse(value.substring(VERSION.length()), registry.tiers());
            if (parsed.size() >= PARSED_MAX) {
                parsed.clear();
            }
            parsed.put(value, policy);
            return Optional.of(policy);
        } catch (IllegalArgumentException e) {
            if (unread.size() < UNREAD_MAX && unread.add(where.getId() + " " + value)) {
                LOG.warn(
                        "tiers: ignoring the policy '{}' of {}, its files are not moved: {}",
                        value,
                        where.getFullPathName(),
                        e.getMessage());
            }
            return Optional.empty();
        }
    }
}
