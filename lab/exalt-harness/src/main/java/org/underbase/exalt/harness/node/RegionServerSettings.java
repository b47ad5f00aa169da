package org.underbase.exalt.harness.node;

import java.util.LinkedHashMap;
import java.util.Locale;
import java.util.Map;
import org.apache.hadoop.conf.Configuration;
import org.underbase.exalt.hbase.TardisMemStore;

/** Settings of emulated RegionServers in addition to those of the cluster. */
public final class RegionServerSettings {
    private static final String MEMSTORE_CLASS = "hbase.regionserver.memstore.class";
    /** Fraction of a JVM's heap for the block caches of all its RegionServers. */
    private static final double BLOCK_CACHES = 0.08;

    private RegionServerSettings() {}

    /**
     * Returns the settings that make a RegionServer small or allow frames.
     *
     * @return values by key, in the order of the fidelity report
     */
    public static Map<String, String> small() {
        Map<String, String> result = new LinkedHashMap<>();
        result.put(MEMSTORE_CLASS, TardisMemStore.class.getName());
        result.put(TardisMemStore.ACCOUNTING.name(), "data");
        result.put("hbase.regionserver.info.port", "-1");
        result.put("hbase.regionserver.handler.count", "10");
        result.put("hbase.regionserver.metahandler.count", "2");
        result.put("hbase.regionserver.replication.handler.count", "1");
        // Netty's epoll transport bypasses the JDK, where the agent frames data.
        result.put("hbase.netty.nativetransport", "false");
        result.put("hbase.netty.worker.count", "2");
        result.put("hbase.regionserver.slowlog.buffer.enabled", "false");
        return result;
    }

    /**
     * Applies the settings of a JVM's RegionServers; each needs a copy.
     *
     * @param cluster configuration of the cluster, which is changed
     * @param memstores fraction of the JVM's heap that HBase uses as a RegionServer's memstore limit
     * @param nodes number of RegionServers in the JVM
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
