package org.underbase.localcompact.conf;

import java.time.Duration;
import java.util.HashSet;
import java.util.List;
import java.util.Set;
import org.apache.hadoop.conf.Configuration;
import org.underbase.operator.config.ConfigKey;

/** Configuration keys of local compaction. RegionServers read all of them; tables and families may set those of stores. */
public final class LocalCompactKeys {
    private static final long MIN_MILLIS = Duration.ofSeconds(1).toMillis();
    private static final long MAX_MILLIS = Duration.ofDays(1).toMillis();

    /** Switch for stores that have the compactor configured. */
    public static final ConfigKey ENABLED = ConfigKey.of(
            "underbase.localcompact.enabled",
            "boolean",
            "true",
            "Whether stores with this compactor compact locally. With false they use stock compaction. A table or family can"
                    + " only set false.");

    /** Maximum number of concurrent merges of a RegionServer. */
    public static final ConfigKey MAX_MERGES = ConfigKey.of(
            "underbase.localcompact.max.merges",
            "number",
            "6",
            "Maximum number of concurrent merges of a RegionServer, for its own stores and for other servers. Further merges"
                    + " wait in a queue (underbase.localcompact.slot.wait). By default a RegionServer"
                    + " compacts two stores concurrently (hbase.regionserver.thread.compaction.small and .large), each on three"
                    + " nodes, so six are rarely exceeded. Read at server start, not from tables.");

    /** Maximum time that a compaction waits for busy servers. */
    public static final ConfigKey SLOT_WAIT = ConfigKey.of(
            "underbase.localcompact.slot.wait",
            "duration",
            "10s",
            "Maximum time that a compaction waits in total for free merge slots of its RegionServers, at most half of"
                    + " underbase.localcompact.progress.timeout. Then it falls back to stock compaction (REJECTED). With 0 it"
                    + " does not wait. A table or family can only shorten it.");

    /** Maximum time without progress, of a merge and of its coordinator. */
    public static final ConfigKey PROGRESS_TIMEOUT = ConfigKey.of(
            "underbase.localcompact.progress.timeout",
            "duration",
            "60s",
            "Time after which a merge aborts without a request from its coordinator, and a coordinator drops a worker that makes"
                    + " no progress (ten times as long while a block is merged and no cell is written). A completed file"
                    + " waits as long for a missing replica. Use the same value on all RegionServers. Not from tables.");

    /** Maximum age of the known servers. */
    public static final ConfigKey REFRESH_INTERVAL = ConfigKey.of(
            "underbase.localcompact.refresh.interval",
            "duration",
            "30s",
            "Maximum age of a RegionServer's lists of live DataNodes and RegionServers. That of the DataNodes is at least 50 ms per"
                    + " DataNode: 250 s with 5,000. Regions that lost a favored node get new ones within twice this time. Read"
                    + " when the server starts, not from tables.");

    /** First pause after a failure. */
    public static final ConfigKey EXCLUSION = ConfigKey.of(
            "underbase.localcompact.exclusion",
            "duration",
            "60s",
            "Time for which a RegionServer starts no local compaction on a DataNode whose merge failed or wrote different bytes"
                    + " while a majority agreed, or whose RegionServer has another version, and of a store whose local"
                    + " compactions failed twice in succession without a majority. It doubles with each further failure, up"
                    + " to 64 times. That of a DataNode ends when its RegionServer restarts. With 0, failures are only"
                    + " counted."
                    + " Read when the server starts, not from tables.");

    /** Switch for favored nodes. */
    public static final ConfigKey FAVORED_NODES_ENABLED = ConfigKey.of(
            "underbase.localcompact.favored-nodes.enabled",
            "boolean",
            "true",
            "Whether a region with local compaction keeps its files on the same three nodes, as favored nodes of HDFS.");

    /** Region observers that do not prevent local compaction. */
    public static final ConfigKey COPROCESSORS = ConfigKey.of(
            "underbase.localcompact.coprocessors.allowed",
            "classes",
            "org.apache.hadoop.hbase.security.access.AccessController",
            "Comma-separated full class names of region observers that do not change the output of compactions. A table with any"
                    + " other observer uses stock compaction. For the listed observers, local compaction calls preCompact with an"
                    + " empty scanner, so that they can reject it; it calls no other hook of the merge. Endpoints without an"
                    + " observer need not be listed. A table or family can only remove classes from the RegionServer's list.");

    /** Cost of a byte between racks. */
    public static final ConfigKey COST_RACK = ConfigKey.of(
            "underbase.localcompact.cost.rack.weight",
            "number",
            "2",
            "Cost of a byte that is sent between racks, relative to a byte within a rack, at least 1. The default is the ratio of"
                    + " HDFS's network distances.");

    /** Cost of a byte read from disk. */
    public static final ConfigKey COST_DISK = ConfigKey.of(
            "underbase.localcompact.cost.disk.weight",
            "number",
            "0.07",
            "Cost of a byte that is read from disk, relative to a byte that is sent within a rack. A local compaction reads its"
                    + " inputs on each node. The default applies to links of 1 Gbps and 12 disks of 150 MB/s per node; multiply"
                    + " it by 10 for 10 Gbps. With 0, disk reads cost nothing.");

    /** Cost of the CPU time to merge a byte. */
    public static final ConfigKey COST_CPU = ConfigKey.of(
            "underbase.localcompact.cost.cpu.weight",
            "number",
            "0.07",
            "Cost of the CPU time to merge a byte, relative to a byte that is sent within a rack. A local compaction merges on"
                    + " each node. The default applies to links of 1 Gbps and 16 cores per node, at the measured 8.6 ns per byte;"
                    + " multiply it by 10 for 10 Gbps. With 0, CPU time costs nothing.");

    /** Minimum saving of a local compaction. */
    public static final ConfigKey COST_MIN_SAVING = ConfigKey.of(
            "underbase.localcompact.cost.min.saving",
            "fraction",
            "0.1",
            "Minimum saving of a local compaction, as a fraction of the weighted cost of a stock compaction, from 0 to 1. With"
                    + " less, stock compaction runs (COST).");

    /** Smallest factor of a throughput limit. */
    public static final double MIN_FACTOR = 0.01;

    /** Throughput of merges for other servers. */
    public static final ConfigKey FOREIGN_FACTOR = ConfigKey.of(
                    "underbase.localcompact.foreign.throughput.factor",
                    "number",
                    "2",
                    "Total throughput of a RegionServer's merges for other servers, as a multiple of HBase's limit of compactions"
                            + " (hbase.hstore.compaction.throughput.*) at the other server's compaction pressure. By default"
                            + " twice the limit, because a compaction merges on two other servers. A RegionServer's own"
                            + " compactions do not share it. A server does not start with an invalid value; a running one keeps"
                            + " the last valid value. Not from tables.")
            .asLive();

    /** Maximum pressure of local compactions. */
    public static final ConfigKey MAX_PRESSURE = ConfigKey.of(
            "underbase.localcompact.max.pressure",
            "number",
            "2",
            "Compaction pressure of a RegionServer above which its stores use stock compaction (PRESSURE), which waits for no"
                    + " other server. HBase's pressure is above 1 when a store blocks writes, and about 2 with twice as many"
                    + " files. A table or family can only lower it.");

    /** Lag of a merge that is always tolerated. */
    public static final ConfigKey LAG_MIN = ConfigKey.of(
            "underbase.localcompact.lag.min",
            "duration",
            "10s",
            "Time that the merges of a compaction may lag the majority in total, even if the majority is fast. Not from tables.");

    /** Lag of a merge, relative to the majority. */
    public static final ConfigKey LAG_FACTOR = ConfigKey.of(
            "underbase.localcompact.lag.factor",
            "number",
            "2",
            "Time that the merges of a compaction may lag the majority in total, as a multiple of the time of the majority: with 2"
                    + " a merge may take three times as long. A slower merge is dropped, and HDFS copies the remaining"
                    + " blocks. A block is awaited for at most underbase.localcompact.progress.timeout."
                    + " Not from tables.");

    /** Sampling of the shadow merges. */
    public static final ConfigKey SHADOW_EVERY = ConfigKey.of(
                    "underbase.localcompact.shadow.every",
                    "number",
                    "0",
                    "With N, the first and then every Nth local compaction of a RegionServer is also done by stock compaction, before it"
                            + " is published, and the bytes are compared. If they differ, the stock output is published, and the server"
                            + " uses stock compaction only until it restarts. With 0, nothing is compared. Not from tables.")
            .asLive();

    private LocalCompactKeys() {}

    /**
     * Reads {@link #ENABLED}.
     *
     * @param store configuration of the store
     * @param site configuration of the server
     * @return whether both allow local compactions
     * @throws org.underbase.operator.config.InvalidSettingException if a value is neither true nor false
     */
    public static boolean enabled(Configuration store, Configuration site) {
        return ENABLED.flag(store) && ENABLED.flag(site);
    }

    /**
     * Reads {@link #SHADOW_EVERY}.
     *
     * @param conf configuration of the server
     * @return number of local compactions per shadow merge; 0 for none
     * @throws org.underbase.operator.config.InvalidSettingException if the value is not such a number
     */
    public static long shadowEvery(Configuration conf) {
        return SHADOW_EVERY.number(conf, 0, Integer.MAX_VALUE);
    }

    /**
     * Reads {@link #PROGRESS_TIMEOUT}. A shorter timeout of a table would exclude nodes from the compactions of all tables.
     *
     * @param conf configuration of the server
     * @return timeout between one second and one day
     * @throws org.underbase.operator.config.InvalidSettingException if the value is not such a duration
     */
    public static Duration progressTimeout(Configuration conf) {
        return Duration.ofMillis(PROGRESS_TIMEOUT.millis(conf, MIN_MILLIS, MAX_MILLIS));
    }

    /**
     * Reads {@link #SLOT_WAIT} of a store. Merges that have started wait for the others and must not time out.
     *
     * @param store configuration of the store
     * @param site configuration of the server
     * @return the shorter time, at most half of the progress timeout
     * @throws org.underbase.operator.config.InvalidSettingException if a value is not such a duration
     */
    public static Duration slotWait(Configuration store, Configuration site) {
        long wait = Math.min(SLOT_WAIT.millis(store, 0, MAX_MILLIS), SLOT_WAIT.millis(site, 0, MAX_MILLIS));
        return Duration.ofMillis(Math.min(wait, progressTimeout(site).toMillis() / 2));
    }

    /**
     * Reads {@link #MAX_PRESSURE} of a store.
     *
     * @param store configuration of the store
     * @param site configuration of the server
     * @return the lower pressure
     * @throws org.underbase.operator.config.InvalidSettingException if a value is not a number of at least 0
     */
    public static double maxPressure(Configuration store, Configuration site) {
        return Math.min(
                MAX_PRESSURE.decimal(store, 0, Double.MAX_VALUE), MAX_PRESSURE.decimal(site, 0, Double.MAX_VALUE));
    }

    /**
     * Reads {@link #COPROCESSORS} of a store.
     *
     * @param store configuration of the store
     * @param site configuration of the server
     * @return class names in both lists
     */
    public static Set<String> allowedObservers(Configuration store, Configuration site) {
        Set<String> allowed = new HashSet<>(COPROCESSORS.list(store));
        allowed.retainAll(COPROCESSORS.list(site));
        return allowed;
    }

    /**
     * Reads {@link #LAG_MIN}.
     *
     * @param conf configuration of the server
     * @return time of at most one day
     * @throws org.underbase.operator.config.InvalidSettingException if the value is not such a duration
     */
    public static Duration lagMin(Configuration conf) {
        return Duration.ofMillis(LAG_MIN.millis(conf, 0, MAX_MILLIS));
    }

    /**
     * Reads {@link #REFRESH_INTERVAL}.
     *
     * @param conf configuration of the server
     * @return interval between one second and one day
     * @throws org.underbase.operator.config.InvalidSettingException if the value is not such a duration
     */
    public static Duration refreshInterval(Configuration conf) {
        return Duration.ofMillis(REFRESH_INTERVAL.millis(conf, MIN_MILLIS, MAX_MILLIS));
    }

    /**
     * Reads {@link #EXCLUSION}.
     *
     * @param conf configuration of the server
     * @return time of at most one day
     * @throws org.underbase.operator.config.InvalidSettingException if the value is not such a duration
     */
    public static Duration exclusion(Configuration conf) {
        return Duration.ofMillis(EXCLUSION.millis(conf, 0, MAX_MILLIS));
    }

    /**
     * Lists all keys.
     *
     * @return keys in the order of the reference
     */
    public static List<ConfigKey> all() {
        return List.of(
                ENABLED,
                MAX_MERGES,
                SLOT_WAIT,
                PROGRESS_TIMEOUT,
                REFRESH_INTERVAL,
                EXCLUSION,
                FAVORED_NODES_ENABLED,
                COPROCESSORS,
                COST_RACK,
                COST_DISK,
                COST_CPU,
                COST_MIN_SAVING,
                FOREIGN_FACTOR,
                MAX_PRESSURE,
                LAG_MIN,
                LAG_FACTOR,
                SHADOW_EVERY);
    }
}
