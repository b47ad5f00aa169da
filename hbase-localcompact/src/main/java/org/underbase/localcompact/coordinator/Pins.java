package org.underbase.localcompact.coordinator;

import java.util.ArrayList;
import java.util.Comparator;
import java.util.List;
import java.util.Optional;
import java.util.function.ToLongFunction;
import org.apache.hadoop.hbase.util.ByteArrayHashKey;
import org.apache.hadoop.hbase.util.Bytes;
import org.apache.hadoop.hbase.util.Hash;

/**
 * Chooses the nodes that keep a region's files. HDFS places each block for itself, so that without it no node but the
 * writer's has all inputs of a compaction.
 */
final class Pins {
    private Pins() {}

    /**
     * A DataNode.
     *
     * @param address of its data transfer, {@code ip:port}
     * @param ip of its host
     * @param rack as the NameNode knows it
     * @param name by which HDFS is asked for it
     */
    record Node(String address, String ip, String rack, String name) {
        @Override
        public String toString() {
            return address + rack;
        }
    }

    /** The hash of a string keeps the order of its ends, whatever is before them. */
    private static int drawn(String region, Node node) {
        byte[] name = Bytes.toBytes(region + node.address());
        return Hash.getInstance(Hash.MURMUR_HASH3).hash(new ByteArrayHashKey(name, 0, name.length), 0);
    }

    /**
     * The nodes of a region: that of its RegionServer, then those that hold most of its bytes, and at least two racks where
     * there are. Nodes that hold the same are taken in an order that differs from region to region.
     *
     * @param own IP of the RegionServer
     * @param live DataNodes that live
     * @param held bytes of the region that a node holds, by its address
     * @param region name of the region
     * @param count how many
     * @return fewer where there are fewer; none without a DataNode on the own host
     */
    static List<Node> choose(String own, List<Node> live, ToLongFunction<String> held, String region, int count) {
        Comparator<Node> order = Comparator.<Node>comparingLong(node -> -held.applyAsLong(node.address()))
                .thenComparingInt(node -> drawn(region, node))
                .thenComparing(Node::address);
        Optional<Node> first =
                live.stream().filter(node -> node.ip().equals(own)).min(order);
        if (first.isEmpty()) {
            return List.of();
        }
        List<Node> chosen = new ArrayList<>(List.of(first.get()));
        List<Node> others = new ArrayList<>(live.stream()
                .filter(node -> !node.ip().equals(own))
                .sorted(order)
                .toList());
        while (chosen.size() < count && !others.isEmpty()) {
            boolean lastChance = chosen.size() == count - 1;
            boolean oneRack = chosen.stream().map(Node::rack).distinct().count() == 1;
            Node next = others.stream()
                    .filter(node -> !lastChance
                            || !oneRack
                            || !node.rack().equals(chosen.get(0).rack()))
                    .findFirst()
                    .orElse(others.get(0));
            chosen.add(next);
            others.removeIf(node -> node.ip().equals(next.ip()));
        }
        return chosen;
    }
}
