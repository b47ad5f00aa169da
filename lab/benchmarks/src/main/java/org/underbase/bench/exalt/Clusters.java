package org.underbase.bench.exalt;

import java.nio.file.Path;
import java.util.LinkedHashMap;
import java.util.Map;
import java.util.Optional;
import org.underbase.exalt.harness.cluster.ClusterOptions;

/** The clusters of this benchmark. */
final class Clusters {
    /** HDFS's default is 64 kB; four times as much to a packet is a quarter of the packets. */
    static final Map<String, String> PACKETS = Map.of("dfs.client-write-packet-size", "262144");

    private static final String NAMENODE_HEAP = "2g";

    private Clusters() {}

    /**
     * One of emulated DataNodes.
     *
     * @param datanodes in one JVM
     * @param bytesPerChecksum data for each checksum of four bytes
     * @param more settings
     * @param directory that does not exist yet, or is empty
     */
    static ClusterOptions emulated(int datanodes, int bytesPerChecksum, Map<String, String> more, Path directory) {
        return options(datanodes, 0, settings(bytesPerChecksum, more), directory);
    }

    /** The same of stock ones, each in a JVM of its own. */
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
                Optional.of(directory));
    }
}
