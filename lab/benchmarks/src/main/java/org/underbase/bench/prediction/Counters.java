package org.underbase.bench.prediction;

import com.fasterxml.jackson.databind.JsonNode;
import java.io.IOException;
import java.util.EnumMap;
import java.util.Map;
import org.underbase.bench.localcompact.cluster.CompactCluster;
import org.underbase.bench.localcompact.cluster.Usage;
import org.underbase.sim.layer.Layer;
import org.underbase.testbed.Daemon;
import org.underbase.testbed.Role;

/**
 * Counters of links, disks and DataNodes.
 *
 * @param usage links and disks
 * @param read bytes that DataNodes sent to clients
 * @param written bytes that DataNodes received
 */
record Counters(Usage usage, long read, long written) {
    static Counters of(CompactCluster cluster) throws IOException {
        long read = 0;
        long written = 0;
        for (Daemon dataNode : cluster.cluster().daemons(Role.DATANODE)) {
            JsonNode bean =
                    dataNode.bean("Hadoop:service=DataNode,name=DataNodeActivity*", "BytesRead", "BytesWritten");
            read += bean.path("BytesRead").asLong();
            written += bean.path("BytesWritten").asLong();
        }
        return new Counters(cluster.usage(), read, written);
    }

    /**
     * Returns the bytes since earlier counters.
     *
     * @param earlier the earlier counters
     * @param idle usage of the same cluster without load, whose network traffic is subtracted
     */
    Map<Layer, Double> since(Counters earlier, Usage idle) {
        Usage used = usage.minus(earlier.usage).without(idle);
        Map<Layer, Double> bytes = new EnumMap<>(Layer.class);
        bytes.put(Layer.NETWORK, (double) used.networkBytes());
        bytes.put(Layer.DISKS_READ, (double) used.disk().read());
        bytes.put(Layer.DISKS_WRITTEN, (double) used.disk().written());
        bytes.put(Layer.DATANODES_READ, (double) read - earlier.read);
        bytes.put(Layer.DATANODES_WRITTEN, (double) written - earlier.written);
        return bytes;
    }
}
