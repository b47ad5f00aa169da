package org.underbase.tier.conf;

import java.util.ArrayList;
import java.util.List;

/** Every configuration key of the tiers. */
public final class TierKeys {
    private static final List<TierKey> ALL = new ArrayList<>();

    private static final String EVERY = "all daemons";
    private static final String DN = "DataNode";
    private static final String NN = "NameNode";
    private static final String SCRIPT = "underbase datanode";

    public static final TierKey NAMES = key(
            "dfs.tier.names",
            EVERY,
            "list",
            "",
            "The tiers of the cluster, the fastest first, as fast,disk. A name is 1 to 32 of a-z, 0-9, - and _, starting"
                    + " with a letter; any, random, hybrid, tier-aware, network-aware are not names. Empty: no tiers, the cluster"
                    + " works as stock.");

    // ---- DataNodes

    public static final TierKey ID = key(
            "dfs.tier.id",
            DN,
            "text",
            "",
            "The tier this DataNode belongs to, for its whole life. Empty: none, the DataNode works as stock.");
    public static final TierKey ANNOUNCE_INTERVAL = key(
            "dfs.tier.announce.interval",
            NN,
            "duration",
            "60s",
            "How often a DataNode announces its tier again once the NameNode knows it. Until then it retries every second.");
    public static final TierKey DEVICE_CAPACITY = key(
            "dfs.tier.<tier>.device.capacity",
            DN,
            "size",
            "",
            "Capacity of the tier's devices on one node. Empty: what the volumes report.");
    public static final TierKey DEVICE_READ_BANDWIDTH = key(
            "dfs.tier.<tier>.device.read.bandwidth",
            DN,
            "size",
            "",
            "Bytes a second the tier's devices of one node read in sequence. Empty: measured once by the probe.");
    public static final TierKey DEVICE_WRITE_BANDWIDTH = key(
            "dfs.tier.<tier>.device.write.bandwidth",
            DN,
            "size",
            "",
            "Bytes a second the tier's devices of one node write in sequence. Empty: measured once by the probe.");
    public static final TierKey DEVICE_READ_IOPS = key(
            "dfs.tier.<tier>.device.read.iops",
            DN,
            "number",
            "",
            "Random 4 KiB reads a second of the tier's devices of one node. Empty: measured once by the probe.");
    public static final TierKey DEVICE_WRITE_IOPS = key(
            "dfs.tier.<tier>.device.write.iops",
            DN,
            "number",
            "",
            "Random 4 KiB writes a second of the tier's devices of one node. Empty: measured once by the probe.");
    public static final TierKey PROBE_ENABLED = key(
            "dfs.tier.probe.enabled",
            DN,
            "boolean",
            "true",
            "Whether a DataNode measures what is not configured, once; the result is kept beside its data.");
    public static final TierKey PROBE_BYTES = key(
            "dfs.tier.probe.bytes",
            DN,
            "size",
            "64m",
            "The size of the probe's file; it is deleted afterwards and never takes more than a tenth of the free space.");
    public static final TierKey PROBE_DURATION = key(
            "dfs.tier.probe.duration",
            DN,
            "duration",
            "10s",
            "The probe ends after this time, whatever it has measured.");

    // ---- several DataNodes on one node

    public static final TierKey INSTANCE = key(
            "dfs.tier.<tier>.datanode.*",
            SCRIPT,
            "any",
            "",
            "What dfs.datanode.* is for the instance of this tier: dfs.tier.fast.datanode.data.dir becomes"
                    + " dfs.datanode.data.dir. A node runs the tiers whose data.dir is set; address, http.address and"
                    + " ipc.address must be set for every tier of a node that runs more than one.");
    public static final TierKey PID_DIR = key(
            "dfs.tier.<tier>.pid.dir",
            SCRIPT,
            "path",
            "",
            "Where the instance's pid file is. Empty: HADOOP_PID_DIR, else run in UNDERBASE_DATA_DIR.");
    public static final TierKey LOG_DIR = key(
            "dfs.tier.<tier>.log.dir",
            SCRIPT,
            "path",
            "",
            "Where the instance's log is. Empty: HADOOP_LOG_DIR, else where the launcher logs.");
    public static final TierKey JVM_OPTIONS =
            key("dfs.tier.<tier>.jvm.options", SCRIPT, "text", "", "Options for the instance's JVM, such as -Xmx2g.");

    // ---- the NameNode

    public static final TierKey MAP_FILE = key(
            "dfs.tier.map.file",
            NN,
            "path",
            "",
            "A file with a line 'host:port tier' for each DataNode that cannot announce its tier itself; read again when it"
                    + " changes. What a DataNode announces wins.");
    public static final TierKey REGISTRY_DIR = key(
            "dfs.tier.registry.dir",
            NN,
            "path",
            "",
            "Where the NameNode keeps which DataNode is of which tier. Empty: the first directory of dfs.namenode.name.dir.");
    public static final TierKey NODE_IDENTITY = key(
            "dfs.tier.node.identity",
            NN,
            "text",
            "hostname",
            "What makes two DataNodes one node, which never holds two replicas of a block: hostname, or address (IP address"
                    + " and port), with which each DataNode counts as a node. The second is for test clusters whose DataNodes all"
                    + " run on one host. The Balancer and the Mover read it too.");
    public static final TierKey DEFAULT_POLICY = key(
            "dfs.tier.policy",
            NN,
            "text",
            "network-aware",
            "The policy of files for which none is set and none is inherited: network-aware (stock), tier-aware, hybrid,"
                    + " random, or a vector such as fast=1,disk=2.");
    public static final TierKey SINGLE_RACK = key(
            "dfs.tier.placement.single.rack",
            NN,
            "boolean",
            "false",
            "Lets the policies tier-aware and random put all replicas of a new block in one rack, as in the paper, to repeat"
                    + " its figures. HDFS itself and the monitor spread them over two racks soon after.");
    public static final TierKey RETRIEVAL = key(
            "dfs.tier.retrieval",
            NN,
            "text",
            "network-aware",
            "In which order readers are offered replicas: network-aware (stock), tier-aware, hybrid, random.");
    public static final TierKey WEIGHT = key(
            "dfs.tier.<tier>.weight",
            NN,
            "decimal",
            "",
            "The weight of each of the tier's replicas in weighted orders. Empty: what the tier's DataNodes have announced that"
                    + " they read together (bandwidths, or IOPS where no bandwidth is known), over the block's replicas on"
                    + " the tier, so that no tier is asked for more than its part.");
    public static final TierKey PROXIMITY_NODE = key(
            "dfs.tier.retrieval.proximity.node",
            NN,
            "decimal",
            "2",
            "What hybrid multiplies the weight of a replica on the reader's own node by.");
    public static final TierKey PROXIMITY_RACK = key(
            "dfs.tier.retrieval.proximity.rack",
            NN,
            "decimal",
            "1.5",
            "What hybrid multiplies the weight of a replica in the reader's rack by.");

    // ---- the monitor

    public static final TierKey MONITOR_ENABLED = key(
            "dfs.tier.monitor.enabled", NN, "boolean", "true", "Whether misplaced replicas are looked for and moved.");
    public static final TierKey MONITOR_INTERVAL = key(
            "dfs.tier.monitor.interval", NN, "duration", "10m", "The time from the end of one whole scan to the next.");
    public static final TierKey MONITOR_LOCK_SHARE = key(
            "dfs.tier.monitor.lock.share",
            NN,
            "fraction",
            "0.02",
            "The part of the time that a scan may hold the namesystem's read lock.");
    public static final TierKey MONITOR_BATCH = key(
            "dfs.tier.monitor.batch",
            NN,
            "number",
            "500",
            "How many blocks a scan looks at under one hold of the lock.");
    public static final TierKey MOVE_BANDWIDTH = key(
            "dfs.tier.move.bandwidth",
            NN,
            "size",
            "50m",
            "Bytes a second that all moves together may copy; 0 is no limit. Each DataNode limits itself further by"
                    + " dfs.datanode.balance.bandwidthPerSec.");
    public static final TierKey MOVE_CONCURRENT =
            key("dfs.tier.move.concurrent", NN, "number", "8", "How many replicas are moved at the same time.");
    public static final TierKey MOVE_TIMEOUT = key(
            "dfs.tier.move.timeout",
            NN,
            "duration",
            "5m",
            "After this time without a word a move is given up and planned anew.");
    public static final TierKey MOVE_BUSY_LOAD = key(
            "dfs.tier.move.busy.load",
            NN,
            "number",
            "256",
            "A DataNode with more active transceivers than this takes no part in moves until it has fewer.");
    public static final TierKey HIGH_WATER = key(
            "dfs.tier.<tier>.high.water",
            NN,
            "fraction",
            "0.9",
            "When this part of the tier is used, the files unused for longest are flushed to slower tiers.");
    public static final TierKey LOW_WATER = key(
            "dfs.tier.<tier>.low.water",
            NN,
            "fraction",
            "0.8",
            "Flushing ends when no more than this part of the tier is used.");
    public static final TierKey FLUSH_ENABLED = key(
            "dfs.tier.flush.enabled",
            NN,
            "boolean",
            "true",
            "Whether the monitor flushes unused files down when a tier is full, and brings them back when they are used again."
                    + " Files with a vector of their own are never touched.");
    public static final TierKey PROMOTE_READS = key(
            "dfs.tier.promote.reads",
            NN,
            "number",
            "3",
            "A flushed file is brought back after this many reads since it was flushed, if its tier is below the low water mark.");
    public static final TierKey HEAT_ENTRIES = key(
            "dfs.tier.heat.entries",
            NN,
            "number",
            "100000",
            "How many files' last reads are remembered, about 100 bytes each; of other files the access time is used.");
    public static final TierKey HEAT_POLICY = key(
            "dfs.tier.heat.policy",
            NN,
            "class",
            "org.underbase.tier.policy.LeastRecentlyUsed",
            "Which files are flushed first: a class that implements org.underbase.tier.policy.DemotionOrder.");

    private TierKeys() {}

    private static TierKey key(String name, String where, String type, String defaultValue, String doc) {
        TierKey key = new TierKey(name, where, type, defaultValue, doc);
        ALL.add(key);
        return key;
    }

    /** All keys, in the order of the reference. */
    public static List<TierKey> all() {
        return List.copyOf(ALL);
    }

    /** Those that exist once for each tier. */
    public static List<TierKey> perTier() {
        return ALL.stream().filter(TierKey::isPerTier).toList();
    }
}
