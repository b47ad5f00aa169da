package org.underbase.localcompact.coordinator;

import java.io.IOException;
import java.util.Collection;
import java.util.Comparator;
import java.util.HashMap;
import java.util.HashSet;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;
import java.util.Set;
import java.util.function.UnaryOperator;
import org.apache.hadoop.fs.Path;
import org.apache.hadoop.hdfs.DFSClient;
import org.apache.hadoop.hdfs.protocol.DatanodeInfo;
import org.apache.hadoop.hdfs.protocol.LocatedBlock;
import org.apache.hadoop.hdfs.protocol.LocatedBlocks;

/**
 * Locations of the bytes of some files.
 *
 * @param total bytes of all files
 * @param held bytes of the files on each DataNode, by its data transfer address {@code ip:port}
 * @param racks bytes of the files that each rack holds, by its network location
 * @param plain whether no file is erasure-coded or encrypted by HDFS
 * @param hosts function from the data transfer address of a DataNode to its host
 */
record InputLocality(
        long total, Map<String, Long> held, Map<String, Long> racks, boolean plain, UnaryOperator<String> hosts) {
    static InputLocality of(DFSClient client, Collection<Path> files, UnaryOperator<String> hosts) throws IOException {
        long total = 0;
        Map<String, Long> held = new HashMap<>();
        Map<String, Long> racks = new HashMap<>();
        boolean plain = true;
        for (Path file : files) {
            LocatedBlocks located = client.getLocatedBlocks(file.toUri().getPath(), 0, Long.MAX_VALUE);
            plain &= located.getErasureCodingPolicy() == null && located.getFileEncryptionInfo() == null;
            for (LocatedBlock block : located.getLocatedBlocks()) {
                total += block.getBlockSize();
                Set<String> holding = new HashSet<>();
                for (DatanodeInfo node : block.getLocations()) {
                    held.merge(node.getXferAddr(), block.getBlockSize(), Long::sum);
                    holding.add(node.getNetworkLocation());
                }
                holding.forEach(rack -> racks.merge(rack, block.getBlockSize(), Long::sum));
            }
        }
        return new InputLocality(total, held, racks, plain, hosts);
    }

    /** Extracts the IP of a DataNode from its data transfer address. */
    static String host(String address) {
        return address.substring(0, address.lastIndexOf(':'));
    }

    /**
     * Selects the DataNodes for a compaction: first the RegionServer's own, where stock compaction writes its first replica,
     * then those whose hosts hold most bytes, in a stable order. Of several DataNodes on one host it selects the one that holds
     * most.
     *
     * @param own IP of the RegionServer
     */
    List<String> fullest(Collection<String> among, int count, String own) {
        Map<String, String> byHost = new LinkedHashMap<>();
        // Once, not per comparison of two of thousands of nodes.
        Map<String, Long> local = heldByHost();
        among.stream()
                .sorted(Comparator.<String, Boolean>comparing(
                                node -> !hosts.apply(node).equals(own))
                        .thenComparingLong(node -> -local.getOrDefault(hosts.apply(node), 0L))
                        .thenComparingLong(node -> -held.getOrDefault(node, 0L))
                        .thenComparing(Comparator.naturalOrder()))
                .forEach(node -> byHost.putIfAbsent(hosts.apply(node), node));
        return byHost.values().stream().limit(count).toList();
    }

    /** Computes the bytes that a node reads from other racks; 0 if its rack is unknown (null). */
    long outsideRack(String rack) {
        return rack == null ? 0 : total - racks.getOrDefault(rack, 0L);
    }

    /** Formats the reason for too few nodes: a node with several DataNodes counts once. */
    String shortage(Collection<String> available, Collection<String> live, int required) {
        return hosts(available) + " of " + hosts(live) + " nodes with a live DataNode have a RegionServer that merges; "
                + required + " are required";
    }

    private long hosts(Collection<String> addresses) {
        return addresses.stream().map(hosts).distinct().count();
    }

    /** Computes the bytes that a node reads over the network: those that no DataNode of its host holds. */
    long nonLocal(String node) {
        return total - heldByHost().getOrDefault(hosts.apply(node), 0L);
    }

    private Map<String, Long> heldByHost() {
        Map<String, Long> local = new HashMap<>();
        held.forEach((node, bytes) -> local.merge(hosts.apply(node), bytes, Long::sum));
        return local;
    }
}
