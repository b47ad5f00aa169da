package org.underbase.tier.namenode.registry;

import java.io.IOException;
import java.util.Arrays;
import java.util.HashSet;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Locale;
import java.util.Map;
import java.util.Optional;
import java.util.Set;
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
 * Registry of the DataNodes' tiers, keyed by DataNode UUID. A DataNode may announce itself before it registers, and its entry
 * remains after it leaves. One registry per NameNode, owned by its topology. Thread-safe.
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
    private volatile RegistryStore store = RegistryStore.NONE;
    private volatile boolean unwritten;

    public TierRegistry(TierNames tiers, NodeIdentity identity) {
        this.tiers = tiers;
        this.identity = identity;
        this.populated = new boolean[tiers.size()];
    }

    public TierNames tiers() {
        return tiers;
    }

    /** Returns the identity that decides whether two DataNodes share a node. */
    public NodeIdentity identity() {
        return identity;
    }

    /** Returns the name of the node on which a DataNode runs. */
    public String node(DatanodeID datanode) {
        return identity.of(datanode);
    }

    /** Returns a DataNode as a location for the planner. */
    public ReplicaLocation location(DatanodeDescriptor datanode) {
        return new ReplicaLocation(rank(datanode), datanode.getNetworkLocation(), node(datanode));
    }

    /** Returns a number that increases whenever the tier of a DataNode may have changed. */
    public long version() {
        return version.get();
    }

    /** Loads the registry from a file and stores later changes in it. */
    public synchronized void keepIn(RegistryFile where) throws IOException {
        unwritten |= !known.isEmpty();
        where.read().forEach((uuid, datanode) -> {
            if (tiers.rank(datanode.tier()) == TierNames.UNKNOWN) {
                LOG.warn(
                        "tiers: ignoring the stored tier of {}: '{}' is not in dfs.tier.names",
                        datanode.address(),
                        datanode.tier());
            } else {
                known.putIfAbsent(uuid, datanode);
                ranks.putIfAbsent(uuid, tiers.rank(datanode.tier()));
            }
        });
        store = where;
        changed();
    }

    /** Replaces the tier map: ranks by {@code host:port} in lower case. */
    public void map(Map<String, Integer> ranksByAddress) {
        if (!map.equals(ranksByAddress)) {
            map = ranksByAddress;
            changed();
        }
    }

    /**
     * Stores an announcement in memory; the next {@link #flush} writes it to disk. DataNodes repeat their announcements, so a
     * crash loses none, and a thousand concurrent announcements cost one write.
     *
     * @throws IllegalArgumentException if the tier is unknown or the DataNode belongs to another tier
     */
    public synchronized void announce(String uuid, String tier, String address, DeviceProfileProto profile) {
        int rank = tiers.requireRank(tier);
        KnownDatanode announced = new KnownDatanode(tier, address, profile);
        KnownDatanode before = known.get(uuid);
        if (before != null && !before.tier().equals(tier)) {
            throw new IllegalArgumentException(
                    "DataNode " + address + " (" + uuid + ") belongs to tier '" + before.tier()
                            + "' permanently: to change it to '" + tier
                            + "', decommission it, empty its directories and start it as a new DataNode; after a wrong"
                            + " announcement, stop it and use hdfs tier -forget " + before.address());
        }
        if (announced.equals(before)) {
            return;
        }
        known.put(uuid, announced);
        ranks.put(uuid, rank);
        changed();
        unwritten = true;
    }

    /** Returns the UUIDs of the DataNodes that announced a tier with a transfer address, {@code host:port}. */
    public Set<String> announcedFrom(String address) {
        Set<String> found = new HashSet<>();
        known.forEach((uuid, datanode) -> {
            if (datanode.address().equalsIgnoreCase(address)) {
                found.add(uuid);
            }
        });
        return found;
    }

    /**
     * Removes the announced tier of a DataNode from memory; the next {@link #flush} removes it from disk.
     *
     * @return whether a tier was known
     */
    public synchronized boolean forget(String uuid) {
        ranks.remove(uuid);
        KnownDatanode before = known.remove(uuid);
        if (before == null) {
            return false;
        }
        LOG.info("tiers: forgot that DataNode {} ({}) belongs to tier '{}'", before.address(), uuid, before.tier());
        changed();
        unwritten = true;
        return true;
    }

    /** Writes new announcements to disk. Not safe for concurrent calls. */
    public void flush() throws IOException {
        if (!unwritten) {
            return;
        }
        unwritten = false;
        try {
            store.write(new LinkedHashMap<>(known));
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

    /** Returns the rank of a DataNode's tier; {@link TierNames#UNKNOWN} if it has none. */
    public int rank(DatanodeID datanode) {
        Integer rank = ranks.get(datanode.getDatanodeUuid());
        if (rank == null && !map.isEmpty()) {
            for (String address : addresses(datanode)) {
                rank = rank == null ? map.get(address) : rank;
            }
        }
        return rank == null ? TierNames.UNKNOWN : rank;
    }

    /** Returns the {@code host:port} entries of the tier map that match a DataNode: its transfer address by IP and by name. */
    public static List<String> addresses(DatanodeID datanode) {
        return List.of(
                datanode.getXferAddr().toLowerCase(Locale.ROOT),
                datanode.getXferAddrWithHostname().toLowerCase(Locale.ROOT));
    }

    /** Returns the {@code host:port} entries of the tier map, in lower case. */
    public Set<String> mapEntries() {
        return map.keySet();
    }

    /** Returns the announced rate of a DataNode's devices for readers; 0 if unknown. */
    double device(DatanodeID datanode) {
        KnownDatanode announced = known.get(datanode.getDatanodeUuid());
        return announced == null ? 0 : announced.device();
    }

    /** Returns the announcement of a DataNode, if there was one. */
    public Optional<KnownDatanode> known(String uuid) {
        return Optional.ofNullable(known.get(uuid));
    }

    /** Returns, by rank, whether the tier has a DataNode, live or dead. Do not modify the array. */
    public boolean[] populated() {
        return populated;
    }

    /** Whether no DataNode has a tier, so that placement and retrieval are stock. */
    public boolean empty() {
        return ranks.isEmpty() && map.isEmpty();
    }

    @Override
    public String toString() {
        return tiers + " " + Arrays.toString(populated);
    }
}
