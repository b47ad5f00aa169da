package org.underbase.localcompact.coordinator;

import java.io.IOException;
import java.util.Collection;
import java.util.Comparator;
import java.util.HashMap;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;
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
 * @param plain whether no file is erasure-coded or encrypted by HDFS
 */
record InputLocality(long total, Map<String, Long> held, boolean plain) {
    static InputLocality of(DFSClient client, Collection<Path> files) throws IOException {
        long total = 0;
        Map<String, Long> held = new HashMap<>();
        boolean plain = true;
        for (Path file : files) {
            LocatedBlocks located = client.getLocatedBlocks(file.toUri().getPath(), 0, Long.MAX_VALUE);
            plain &= located.getErasureCodingPolicy() == null && located.getFileEncryptionInfo() == null;
            for (LocatedBlock block : located.getLocatedBlocks()) {
                total += block.getBlockSize();
                for (DatanodeInfo node : block.getLocations()) {
                    held.merge(node.getXferAddr(), block.getBlockSize(), Long::sum);
                }
            }
        }
        return new InputLocality(total, held, plain);
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
        among.stream()
                .sorted(Comparator.<String, Boolean>comparing(
                                node -> !host(node).equals(own))
                        .thenComparingLong(this::nonLocal)
                        .thenComparingLong(node -> -held.getOrDefault(node, 0L))
                        .thenComparing(Comparator.naturalOrder()))
                .forEach(node -> byHost.putIfAbsent(host(node), node));
        return byHost.values().stream().limit(count).toList();
    }

    /** Formats the reason for too few nodes: a node with several DataNodes counts once. */
    static String shortage(Collection<String> available, Collection<String> live, int required) {
        return hosts(available) + " of " + hosts(live) + " nodes with a live DataNode have a RegionServer that merges; "
                + required + " are required";
    }

    private static long hosts(Collection<String> addresses) {
        return addresses.stream().map(InputLocality::host).distinct().count();
    }

    /** Computes the bytes that a node reads over the network: those that no DataNode of its host holds. */
    long nonLocal(String node) {
        return total
                - held.entrySet().stream()
                        .filter(each -> host(each.getKey()).equals(host(node)))
                        .mapToLong(Map.Entry::getValue)
                        .sum();
    }
}
