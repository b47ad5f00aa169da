package org.underbase.bench.exalt;

import java.nio.file.Path;
import java.util.LinkedHashMap;
import java.util.Map;
import org.underbase.exalt.harness.cluster.ClusterOptions;

/** Options of the benchmark's clusters. */
final class Clusters {
    /** Packets of 256 kB: a quarter of the number of packets with HDFS's default, 64 kB. */
    static final Map<String, String> PACKETS = Map.of("dfs.client-write-packet-size", "262144");

    private static final String NAMENODE_HEAP = "2g";

    private Clusters() {}

    /**
     * Returns the options of a cluster of emulated DataNodes.
     *
     * @param datanodes number of DataNodes, all in one JVM
     * @param bytesPerChecksum bytes of data per checksum of 4 bytes
     * @param more further settings
     * @param directory missing or empty directory
     */
    static ClusterOptions emulated(int datanodes, int bytesPerChecksum, Map<String, String> more, Path directory) {
        return options(datanodes, 0, settings(bytesPerChecksum, more), directory);
    }

    /** Returns the options of a cluster of stock DataNodes, each in a separate JVM. */
    static ClusterOptions stock(int datanodes, int bytesPerChecksum, Map<String, String> more, Path directory) {
        return options(0, datanodes, settings(bytesPerChecksum, more), directory);
    }

    private static Map<String, String> settings(int bytesPerChecksum, Map<String, String> more) {
        Map<String, String> result = new LinkedHashMap<>(more);
        result.put("dfs.bytes-per-checksum", Integer.toString(bytesPerChecksum));
        return result;
    }

    private static ClusterOptions options(int emulated, int stock, Map<String, String> settings, Path directory) {
        return new ClusterOptions(
                emulated,
                1,
                stock,
                false,
                emulated > 0,
                "100T",
                ClusterOptions.heapFor(emulated),
                NAMENODE_HEAP,
                settings,
                directory);
    }
}
