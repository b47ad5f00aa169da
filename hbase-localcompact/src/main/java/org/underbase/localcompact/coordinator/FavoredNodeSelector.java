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
 * Selection of the nodes that keep a region's files. HDFS places each block separately, so without favored nodes only the
 * writer's node has all inputs of a compaction.
 */
final class FavoredNodeSelector {
    private FavoredNodeSelector() {}

    /**
     * A DataNode.
     *
     * @param address data transfer address, {@code ip:port}
     * @param ip IP of its host
     * @param rack network location, as known to the NameNode
     * @param hostName host name that the DataNode reports
     */
    record Node(String address, String ip, String rack, String hostName) {
        @Override
        public String toString() {
            return address + rack;
        }
    }

    /** A plain string hash would order equal suffixes the same way after every prefix. */
    private static int hash(String region, Node node) {
        byte[] name = Bytes.toBytes(region + node.address());
        return Hash.getInstance(Hash.MURMUR_HASH3).hash(new ByteArrayHashKey(name, 0, name.length), 0);
    }

    /**
     * Selects the nodes of a region: the RegionServer's own, then those that hold most of its bytes, on at least two racks if
     * possible. The order of nodes that hold the same amount differs between regions.
     *
     * @param own IP of the RegionServer
     * @param live live DataNodes
     * @param held bytes of the region on a node, by its address
     * @param region name of the region
     * @param count wanted number of nodes
     * @return at most {@code count} nodes; empty if the RegionServer's host has no DataNode
     */
    static List<Node> choose(String own, List<Node> live, ToLongFunction<String> held, String region, int count) {
        Comparator<Node> order = Comparator.<Node>comparingLong(node -> -held.applyAsLong(node.address()))
                .thenComparingInt(node -> hash(region, node))
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
