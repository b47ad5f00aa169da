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
 * Where the bytes of some files are.
 *
 * @param total bytes of all files
 * @param held bytes of them by data transfer address, {@code ip:port}
 * @param plain none of them is erasure-coded or encrypted by HDFS
 */
record Places(long total, Map<String, Long> held, boolean plain) {
    static Places of(DFSClient client, Collection<Path> files) throws IOException {
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
        return new Places(total, held, plain);
    }

    /** The IP of a DataNode, by its address. */
    static String host(String address) {
        return address.substring(0, address.lastIndexOf(':'));
    }

    /**
     * The RegionServer's own, as stock compaction writes there first, then those whose hosts hold most, and among equals always
     * the same. A host is taken once, where several DataNodes of it are there by the one that holds most.
     *
     * @param own IP of the RegionServer
     */
    List<String> fullest(Collection<String> among, int count, String own) {
        Map<String, String> byHost = new LinkedHashMap<>();
        among.stream()
                .sorted(Comparator.<String, Boolean>comparing(
                                node -> !host(node).equals(own))
                        .thenComparingLong(this::missing)
                        .thenComparingLong(node -> -held.getOrDefault(node, 0L))
                        .thenComparing(Comparator.naturalOrder()))
                .forEach(node -> byHost.putIfAbsent(host(node), node));
        return byHost.values().stream().limit(count).toList();
    }

    /** Bytes that no DataNode of a node's host has: what is read there over the network. */
    long missing(String node) {
        return total
                - held.entrySet().stream()
                        .filter(each -> host(each.getKey()).equals(host(node)))
                        .mapToLong(Map.Entry::getValue)
                        .sum();
    }
}
