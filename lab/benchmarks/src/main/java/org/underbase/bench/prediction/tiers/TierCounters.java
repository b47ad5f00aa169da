package org.underbase.bench.prediction.tiers;

import com.fasterxml.jackson.databind.JsonNode;
import java.io.IOException;
import java.util.EnumMap;
import java.util.Map;
import org.underbase.testbed.Daemon;
import org.underbase.testbed.Node;
import org.underbase.testbed.NodeDisk;
import org.underbase.testbed.Role;
import org.underbase.testbed.TestCluster;
import org.underbase.testbed.disk.DiskBytes;

/**
 * Counters of links, devices and DataNodes.
 *
 * @param bytes bytes since the start of the cluster
 * @param nanos time of the read, in nanoseconds
 */
record TierCounters(Map<Bytes, Double> bytes, long nanos) {
    static TierCounters of(TestCluster cluster) throws IOException {
        Map<Bytes, Double> bytes = new EnumMap<>(Bytes.class);
        for (Nodes.Place place : Nodes.ALL) {
            Node node = cluster.node(place.name());
            add(bytes, Bytes.NETWORK, node.networkBytes().received());
            for (NodeDisk disk : node.disks()) {
                DiskBytes device = disk.bytes();
                add(bytes, Bytes.written(place.tier()), device.written());
                add(bytes, Bytes.read(place.tier()), device.read());
            }
        }
        for (Daemon dataNode : cluster.daemons(Role.DATANODE)) {
            JsonNode bean =
                    dataNode.bean("Hadoop:service=DataNode,name=DataNodeActivity*", "BytesRead", "BytesWritten");
            add(bytes, Bytes.DATANODES_READ, bean.path("BytesRead").asLong());
            add(bytes, Bytes.DATANODES_WRITTEN, bean.path("BytesWritten").asLong());
        }
        return new TierCounters(bytes, System.nanoTime());
    }

    private static void add(Map<Bytes, Double> bytes, Bytes counter, long more) {
        bytes.merge(counter, (double) more, Double::sum);
    }

    /** Returns the bytes since earlier counters. */
    TierCounters minus(TierCounters earlier) {
        Map<Bytes, Double> difference = new EnumMap<>(bytes);
        earlier.bytes.forEach((counter, value) -> difference.merge(counter, -value, Double::sum));
        return new TierCounters(difference, nanos - earlier.nanos);
    }

    /** Adds the bytes of another interval. */
    TierCounters plus(TierCounters other) {
        Map<Bytes, Double> sum = new EnumMap<>(bytes);
        other.bytes.forEach((counter, value) -> sum.merge(counter, value, Double::sum));
        return new TierCounters(sum, nanos + other.nanos);
    }

    /** Subtracts the traffic over the links of an interval without load, in proportion to time. */
    TierCounters without(TierCounters idle) {
        Map<Bytes, Double> rest = new EnumMap<>(bytes);
        rest.merge(Bytes.NETWORK, -idle.bytes.get(Bytes.NETWORK) / idle.nanos * nanos, Double::sum);
        return new TierCounters(rest, nanos);
    }
}
