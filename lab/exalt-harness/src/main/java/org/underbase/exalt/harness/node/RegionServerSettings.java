package org.underbase.exalt.harness.node;

import java.util.LinkedHashMap;
import java.util.Locale;
import java.util.Map;
import org.apache.hadoop.conf.Configuration;
import org.underbase.exalt.hbase.TardisMemStore;

/** What the configuration of an emulated RegionServer has beside the cluster's. */
public final class RegionServerSettings {
    private static final String MEMSTORE_CLASS = "hbase.regionserver.memstore.class";
    /** Of a JVM's heap, for all of its RegionServers. */
    private static final double BLOCK_CACHES = 0.08;

    private RegionServerSettings() {}

    /**
     * Settings that make it small or let it be framed.
     *
     * @return by key, in the order in which they are told
     */
    public static Map<String, String> small() {
        Map<String, String> result = new LinkedHashMap<>();
        result.put(MEMSTORE_CLASS, TardisMemStore.class.getName());
        result.put(TardisMemStore.COUNTS_KEY, "data");
        result.put("hbase.regionserver.info.port", "-1");
        result.put("hbase.regionserver.handler.count", "10");
        result.put("hbase.regionserver.metahandler.count", "2");
        result.put("hbase.regionserver.replication.handler.count", "1");
        // Netty's epoll does not go through the JDK, where data is framed.
        result.put("hbase.netty.nativetransport", "false");
        result.put("hbase.netty.worker.count", "2");
        result.put("hbase.regionserver.slowlog.buffer.enabled", "false");
        return result;
    }

    /**
     * The configuration of a JVM's RegionServers; each needs a copy.
     *
     * @param cluster the cluster's; changed
     * @param memstores part of the JVM's heap that HBase takes for a RegionServer's limit
     * @param nodes in the JVM
     */
    static Configuration of(Configuration cluster, double memstores, int nodes) {
        cluster.set("hbase.unsafe.regionserver.hostname", "127.0.0.1");
        cluster.set("hbase.regionserver.ipc.address", "127.0.0.1");
        cluster.set("hbase.regionserver.port", "0");
        cluster.set("hbase.regionserver.global.memstore.size", String.format(Locale.ROOT, "%.6f", memstores));
        NodeSettings.setWhereDefault(
                cluster, Map.of("hfile.block.cache.size", String.format(Locale.ROOT, "%.6f", BLOCK_CACHES / nodes)));
        NodeSettings.setWhereDefault(cluster, small());
        return cluster;
    }
}
