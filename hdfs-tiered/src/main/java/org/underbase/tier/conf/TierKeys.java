package org.underbase.tier.conf;

import java.util.ArrayList;
import java.util.List;
import org.underbase.operator.config.ConfigKey;

/** Every configuration key of the tiers. */
public final class TierKeys {
    private static final List<ConfigKey> ALL = new ArrayList<>();

    private static final String EVERY = "all daemons";
    private static final String DN = "DataNode";
    private static final String NN = "NameNode";
    private static final String JOB = "MapReduce job";
    private static final String SCRIPT = "underbase datanode";

    public static final ConfigKey NAMES = key(
            "dfs.tier.names",
            EVERY,
            "list",
            "",
            "Tiers of the cluster, the fastest first, such as fast,disk. A name has 1 to 32 characters of a-z, 0-9, - and _ and"
                    + " starts with a letter; any, random, hybrid, tier-aware and network-aware are reserved. Empty: no tiers,"
                    + " stock HDFS.");

    // ---- DataNodes

    public static final ConfigKey ID = key(
            "dfs.tier.id",
            DN,
            "text",
            "",
            "Tier of this DataNode; it never changes. Empty: no tier, a stock DataNode.");
    public static final ConfigKey ANNOUNCE_INTERVAL = key(
            "dfs.tier.announce.interval",
            NN,
            "duration",
            "60s",
            "Interval at which a DataNode repeats its announcement after the NameNode has accepted it. Before, it retries every"
                    + " second.");
    public static final ConfigKey ANNOUNCE_GRACE = key(
            "dfs.tier.announce.grace",
            NN,
            "duration",
            "10m",
            "Time after the registration of a DataNode that has announced no tier before the monitor moves replicas that belong to a"
                    + " tier from it.");
    public static final ConfigKey DEVICE_CAPACITY = key(
            "dfs.tier.<tier>.device.capacity",
            DN,
            "size",
            "",
            "Capacity of the tier's devices on one node, in bytes. Empty: the capacity of the volumes.");
    public static final ConfigKey DEVICE_READ_BANDWIDTH = key(
            "dfs.tier.<tier>.device.read.bandwidth",
            DN,
            "size",
            "",
            "Sequential read bandwidth of the tier's devices on one node, in bytes per second. Empty: the probe measures it once.");
    public static final ConfigKey DEVICE_WRITE_BANDWIDTH = key(
            "dfs.tier.<tier>.device.write.bandwidth",
            DN,
            "size",
            "",
            "Sequential write bandwidth of the tier's devices on one node, in bytes per second. Empty: the probe measures it"
                    + " once.");
    public static final ConfigKey DEVICE_READ_IOPS = key(
            "dfs.tier.<tier>.device.read.iops",
            DN,
            "number",
            "",
            "Random 4 KiB reads per second of the tier's devices on one node. Empty: the probe measures it once.");
    public static final ConfigKey DEVICE_WRITE_IOPS = key(
            "dfs.tier.<tier>.device.write.iops",
            DN,
            "number",
            "",
            "Random 4 KiB writes per second of the tier's devices on one node. Empty: the probe measures it once.");
    public static final ConfigKey PROBE_ENABLED = key(
            "dfs.tier.probe.enabled",
            DN,
            "boolean",
            "true",
            "Whether a DataNode measures, once, the device values that are not configured. It stores the result with its data.");
    public static final ConfigKey PROBE_BYTES = key(
            "dfs.tier.probe.bytes",
            DN,
            "size",
            "64m",
            "Size of the probe's temporary file, limited to a tenth of the free space.");
    public static final ConfigKey PROBE_DURATION =
            key("dfs.tier.probe.duration", DN, "duration", "10s", "Maximum duration of the probe.");

    // ---- several DataNodes on one node

    public static final ConfigKey INSTANCE = key(
            "dfs.tier.<tier>.datanode.*",
            SCRIPT,
            "any",
            "",
            "Value of dfs.datanode.* for the DataNode instance of this tier: dfs.tier.fast.datanode.data.dir becomes"
                    + " dfs.datanode.data.dir. A node runs the tiers whose data.dir is set. If it runs several, set address,"
                    + " http.address and ipc.address for each.");
    public static final ConfigKey PID_DIR = key(
            "dfs.tier.<tier>.pid.dir",
            SCRIPT,
            "path",
            "",
            "Directory of the instance's pid file. Empty: HADOOP_PID_DIR, or run in UNDERBASE_DATA_DIR.");
    public static final ConfigKey LOG_DIR = key(
            "dfs.tier.<tier>.log.dir",
            SCRIPT,
            "path",
            "",
            "Directory of the instance's log. Empty: HADOOP_LOG_DIR, or the launcher's log directory.");
    public static final ConfigKey JVM_OPTIONS =
            key("dfs.tier.<tier>.jvm.options", SCRIPT, "text", "", "JVM options of the instance, such as -Xmx2g.");

    // ---- MapReduce

    public static final ConfigKey INPUT_FORMAT = key(
            "dfs.tier.input.format",
            JOB,
            "class",
            "org.apache.hadoop.mapreduce.lib.input.TextInputFormat",
            "Input format whose splits org.underbase.tier.mapreduce.TieredInputFormat orders.");
    public static final ConfigKey INPUT_HOSTS = key(
            "dfs.tier.input.hosts",
            JOB,
            "number",
            "1",
            "Number of hosts that a split of TieredInputFormat names, those with the most bytes on the fastest tier; 0: all. The"
                    + " scheduler of YARN prefers all named hosts equally.");

    // ---- the NameNode

    public static final ConfigKey MAP_FILE = key(
            "dfs.tier.map.file",
            NN,
            "path",
            "",
            "File with a line 'host:port tier' per DataNode that cannot announce its tier; host:port is its transfer address."
                    + " The NameNode rereads it after a change. Announcements take precedence. hdfs tier -list shows entries that"
                    + " match no DataNode.");
    public static final ConfigKey REGISTRY_DIR = key(
            "dfs.tier.registry.dir",
            NN,
            "path",
            "",
            "Directory in which the NameNode stores the tier of each DataNode. Empty: the first directory of"
                    + " dfs.namenode.name.dir.");
    public static final ConfigKey NODE_IDENTITY = key(
            "dfs.tier.node.identity",
            NN,
            "text",
            "hostname",
            "Property that identifies a node; a node never holds two replicas of a block. hostname: DataNodes with the same host"
                    + " name are one node. address: each DataNode (IP address and port) is a node, for test clusters on one host."
                    + " The Balancer and the Mover read this key too.");
    public static final ConfigKey DEFAULT_POLICY = key(
            "dfs.tier.policy",
            NN,
            "text",
            "network-aware",
            "Policy of files that neither have nor inherit one: network-aware (stock), tier-aware, hybrid, random, a vector"
                    + " such as fast=1,disk=2, or landing: and a policy.");
    public static final ConfigKey SINGLE_RACK = key(
            "dfs.tier.placement.single.rack",
            NN,
            "boolean",
            "false",
            "Lets the policies tier-aware and random place all replicas of a new block on one rack, to reproduce the paper's"
                    + " figures. HDFS and the monitor spread them over two racks soon after.");
    public static final ConfigKey RETRIEVAL = key(
            "dfs.tier.retrieval",
            NN,
            "text",
            "network-aware",
            "Order in which readers are offered replicas: network-aware (stock), tier-aware, hybrid or random.");
    public static final ConfigKey WEIGHT = key(
            "dfs.tier.<tier>.weight",
            NN,
            "decimal",
            "",
            "Weight of each replica on the tier in weighted orders. Empty: the announced read bandwidth of the tier's DataNodes"
                    + " together (IOPS if no bandwidth is known), divided by the number of the block's replicas on the tier.");
    public static final ConfigKey RETRIEVAL_LOAD = key(
            "dfs.tier.retrieval.load.aware",
            NN,
            "boolean",
            "true",
            "Whether tier-aware and hybrid divide the weight of a replica by 1 plus the active xceivers of its DataNode, as of its"
                    + " last heartbeat, so that readers of one hot file use all its replicas. An xceiver of a faster device counts"
                    + " less, by the ratio of the rates.");
    public static final ConfigKey PROXIMITY_NODE = key(
            "dfs.tier.retrieval.proximity.node",
            NN,
            "decimal",
            "2",
            "Factor that hybrid applies to the weight of a replica on the reader's node.");
    public static final ConfigKey PROXIMITY_RACK = key(
            "dfs.tier.retrieval.proximity.rack",
            NN,
            "decimal",
            "1.5",
            "Factor that hybrid applies to the weight of a replica on the reader's rack.");

    public static final ConfigKey RAISE_ACL = key(
            "dfs.tier.raise.acl",
            NN,
            "text",
            "*",
            "Users and groups that may give a path more replicas on fast tiers than it has, in Hadoop's ACL form"
                    + " 'user1,user2 group1,group2'; *: all users. Everything else requires only write permission. The superuser may"
                    + " always.");

    // ---- the monitor

    public static final ConfigKey MONITOR_ENABLED = key(
            "dfs.tier.monitor.enabled",
            NN,
            "boolean",
            "true",
            "Whether the monitor finds and moves misplaced replicas.");
    public static final ConfigKey MONITOR_INTERVAL =
            key("dfs.tier.monitor.interval", NN, "duration", "10m", "Time from the end of a full scan to the next.");
    public static final ConfigKey MONITOR_QUEUE_MAX = key(
            "dfs.tier.monitor.queue.max",
            NN,
            "number",
            "10000",
            "Maximum number of changed files, and of changed directories, that wait for their check, about 100 bytes each. A full"
                    + " scan finds the changes beyond it.");
    public static final ConfigKey MONITOR_LOCK_MAX_FRACTION = key(
            "dfs.tier.monitor.lock.max.fraction",
            NN,
            "fraction",
            "0.02",
            "Maximum fraction of time for which a scan holds the namesystem's read lock.");
    public static final ConfigKey MOVE_BANDWIDTH = key(
            "dfs.tier.move.bandwidth",
            NN,
            "size",
            "50m",
            "Maximum rate of all moves together, in bytes per second; 0: unlimited. dfs.datanode.balance.bandwidthPerSec limits"
                    + " each DataNode too.");
    public static final ConfigKey MOVE_CONCURRENT =
            key("dfs.tier.move.concurrent", NN, "number", "8", "Maximum number of concurrent moves.");
    public static final ConfigKey MOVE_TIMEOUT = key(
            "dfs.tier.move.timeout",
            NN,
            "duration",
            "5m",
            "Time without a response after which a move fails and is planned again.");
    public static final ConfigKey MOVE_MAX_XCEIVERS = key(
            "dfs.tier.move.max.xceivers",
            NN,
            "number",
            "256",
            "A DataNode with more active xceivers than this takes no part in moves.");
    public static final ConfigKey HIGH_WATERMARK = key(
            "dfs.tier.<tier>.high.watermark",
            NN,
            "fraction",
            "0.9",
            "Used fraction of the tier above which the monitor demotes the coldest files to slower tiers. New blocks of"
                    + " files without a policy are placed on other tiers while one is below its high watermark.");
    public static final ConfigKey LOW_WATERMARK = key(
            "dfs.tier.<tier>.low.watermark",
            NN,
            "fraction",
            "0.8",
            "Used fraction of the tier at which demotion stops.");
    public static final ConfigKey DEMOTION_ENABLED = key(
            "dfs.tier.demotion.enabled",
            NN,
            "boolean",
            "true",
            "Whether the monitor demotes unused files from a full tier and promotes them when they are read again. It never"
                    + " demotes files with a vector.");
    public static final ConfigKey PROMOTE_READS = key(
            "dfs.tier.promote.reads",
            NN,
            "number",
            "3",
            "Number of reads after its demotion at which a file is promoted, if its tier is below the low watermark.");
    public static final ConfigKey CACHE_MAX_FRACTION = key(
            "dfs.tier.cache.max.fraction",
            NN,
            "fraction",
            "0",
            "Maximum fraction of the fastest tier for additional replicas of hot files that have no replica there. The replication"
                    + " of such a file is greater by one. The tier stays below its low watermark. 0: no cache; hot files that were"
                    + " demoted move back.");
    public static final ConfigKey CACHE_MIN_READS = key(
            "dfs.tier.cache.min.reads",
            NN,
            "decimal",
            "2",
            "Number of reads, weighted by age, at which a file may get an additional replica: with fewer, the copy does not pay.");
    public static final ConfigKey CACHE_INTERVAL = key(
            "dfs.tier.cache.interval",
            NN,
            "duration",
            "10s",
            "Interval at which files enter and leave the cache. In it, files of at most dfs.tier.move.bandwidth times the interval"
                    + " are copied.");
    public static final ConfigKey HEAT_ENTRIES = key(
            "dfs.tier.heat.entries",
            NN,
            "number",
            "100000",
            "Number of files whose last reads the NameNode remembers, about 100 bytes each. For other files it uses the access"
                    + " time.");
    public static final ConfigKey HEAT_HALF_LIFE = key(
            "dfs.tier.heat.half.life",
            NN,
            "duration",
            "1d",
            "Time after which a read counts half in the heat of a file. The last change of a file counts as a read.");
    public static final ConfigKey HEAT_STORE_INTERVAL = key(
            "dfs.tier.heat.store.interval",
            NN,
            "duration",
            "10m",
            "Interval at which the active NameNode stores the heat of the 4,000 hottest files in the edit log, up to 64 KB each"
                    + " time, so that it survives a restart and a failover.");
    public static final ConfigKey HEAT_POLICY = key(
            "dfs.tier.heat.policy",
            NN,
            "class",
            "org.underbase.tier.policy.LeastHeat",
            "Order of demotion: a class that implements org.underbase.tier.policy.DemotionOrder. LeastHeat demotes the files with"
                    + " the fewest reads, weighted by age, LeastRecentlyUsed those unused for longest.");

    private TierKeys() {}

    private static ConfigKey key(String name, String readBy, String type, String defaultValue, String doc) {
        ConfigKey key = ConfigKey.of(name, type, defaultValue, doc).readBy(readBy);
        ALL.add(key);
        return key;
    }

    /** All keys, in the order of the reference. */
    public static List<ConfigKey> all() {
        return List.copyOf(ALL);
    }

    /** Keys that exist once for each tier. */
    public static List<ConfigKey> perTier() {
        return ALL.stream().filter(ConfigKey::hasPlaceholder).toList();
    }
}
