package org.underbase.tier.namenode.registry;

import java.io.IOException;
import java.util.Arrays;
import java.util.LinkedHashMap;
import java.util.Locale;
import java.util.Map;
import java.util.Optional;
import java.util.concurrent.ConcurrentHashMap;
import java.util.concurrent.atomic.AtomicLong;
import org.apache.hadoop.hdfs.protocol.DatanodeID;
import org.apache.hadoop.hdfs.server.blockmanagement.DatanodeDescriptor;
import org.slf4j.Logger;
import org.slf4j.LoggerFactory;
import org.underbase.tier.policy.ReplicaLocation;
import org.underbase.tier.policy.TierNames;
import org.underbase.tier.protocol.proto.TierProtocolProtos.DeviceProfileProto;

/**
 * Which DataNode is of which tier. A DataNode is known by its uuid, whether or not it is registered: it may announce itself
 * before, and stays known when it leaves. One registry for each NameNode, on its topology; thread-safe.
 */
public final class TierRegistry {
    private static final Logger LOG = LoggerFactory.getLogger(TierRegistry.class);

    private final TierNames tiers;
    private final NodeIdentity identity;
    private final Map<String, KnownDatanode> known = new ConcurrentHashMap<>();
    private final Map<String, Integer> ranks = new ConcurrentHashMap<>();
    private final AtomicLong version = new AtomicLong();
    private volatile Map<String, Integer> map = Map.of();
    private volatile boolean[] populated;
    private volatile Optional<RegistryFile> file = Optional.empty();
    private volatile boolean unwritten;

    public TierRegistry(TierNames tiers, NodeIdentity identity) {
        this.tiers = tiers;
        this.identity = identity;
        this.populated = new boolean[tiers.size()];
    }

    public TierNames tiers() {
        return tiers;
    }

    /** What makes two DataNodes one node. */
    public NodeIdentity identity() {
        return identity;
    }

    /** The name of the node a DataNode runs on. */
    public String node(DatanodeID datanode) {
        return identity.of(datanode);
    }

    /** A DataNode as the planner sees it. */
    public ReplicaLocation spot(DatanodeDescriptor datanode) {
        return new ReplicaLocation(rank(datanode), datanode.getNetworkLocation(), node(datanode));
    }

    /** Rises whenever a tier may have become another. */
    public long version() {
        return version.get();
    }

    /** Reads what was known before the restart, and keeps it up to date from now on. */
    public synchronized void keepIn(RegistryFile where) throws IOException {
        where.read().forEach((uuid, datanode) -> {
            if (tiers.rank(datanode.tier()) == TierNames.UNKNOWN) {
                LOG.warn(
                        "tiers: {} was of tier '{}', which dfs.tier.names does not have any more: it is of none",
                        datanode.address(),
                        datanode.tier());
            } else {
                known.putIfAbsent(uuid, datanode);
                ranks.putIfAbsent(uuid, tiers.rank(datanode.tier()));
            }
        });
        file = Optional.of(where);
        changed();
    }

    /** DataNodes that the operator's map names, by host:port in lower case. */
    public void map(Map<String, Integer> ranksByAddress) {
        if (!map.equals(ranksByAddress)) {
            map = ranksByAddress;
            changed();
        }
    }

    /**
     * Takes an announcement. It is on disk after the next {@link #flush}: DataNodes announce themselves again, so one that
     * is lost with the NameNode comes again, and a thousand that come at once cost one write.
     *
     * @throws IllegalArgumentException when there is no such tier, or the DataNode is of another for good
     */
    public synchronized void announce(String uuid, String tier, String address, DeviceProfileProto profile) {
        int rank = tiers.requireRank(tier);
        KnownDatanode announced = new KnownDatanode(tier, address, profile);
        KnownDatanode before = known.get(uuid);
        if (before != null && !before.tier().equals(tier)) {
            throw new IllegalArgumentException(
                    "the DataNode " + address + " (" + uuid + ") is of tier '" + before.tier()
                            + "' for its whole life: to make it one of '" + tier
                            + "', decommission it, empty its directories and start it as a new DataNode");
        }
        if (announced.equals(before)) {
            return;
        }
        known.put(uuid, announced);
        ranks.put(uuid, rank);
        changed();
        unwritten = true;
    }

    /** Writes what has been announced since the last time. Called by one thread at a time. */
    public void flush() throws IOException {
        Optional<RegistryFile> where = file;
        if (!unwritten || where.isEmpty()) {
            return;
        }
        unwritten = false;
        try {
            where.get().write(new LinkedHashMap<>(known));
        } catch (IOException e) {
            unwritten = true;
            throw e;
        }
    }

    private void changed() {
        boolean[] now = new boolean[tiers.size()];
        ranks.values().forEach(rank -> now[rank] = true);
        map.values().forEach(rank -> now[rank] = true);
        populated = now;
        version.incrementAndGet();
    }

    /** The rank of a DataNode's tier, {@link TierNames#UNKNOWN} when none is known. */
    public int rank(DatanodeID datanode) {
        Integer rank = ranks.get(datanode.getDatanodeUuid());
        if (rank == null && !map.isEmpty()) {
            rank = map.get(datanode.getXferAddr().toLowerCase(Locale.ROOT));
            if (rank == null) {
                rank = map.get(datanode.getXferAddrWithHostname().toLowerCase(Locale.ROOT));
            }
        }
        return rank == null ? TierNames.UNKNOWN : rank;
    }

    /** What a reader's order asks of a DataNode. */
    TierIndex.Reading reading(DatanodeID datanode) {
        KnownDatanode announced = known.get(datanode.getDatanodeUuid());
        return new TierIndex.Reading(rank(datanode), announced == null ? 1 : announced.device());
    }

    /** What a DataNode has announced, if it has. */
    public Optional<KnownDatanode> known(String uuid) {
        return Optional.ofNullable(known.get(uuid));
    }

    /** By rank, whether the tier has any DataNode, alive or not. Not to be changed. */
    public boolean[] populated() {
        return populated;
    }

    /** Whether no tier has a DataNode: all is as stock. */
    public boolean empty() {
        return ranks.isEmpty() && map.isEmpty();
    }

    @Override
    public String toString() {
        return tiers + " " + Arrays.toString(populated);
    }
}
