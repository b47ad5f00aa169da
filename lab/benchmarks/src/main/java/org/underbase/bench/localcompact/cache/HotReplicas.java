package org.underbase.bench.localcompact.cache;

import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.time.Duration;
import java.util.ArrayList;
import java.util.HashMap;
import java.util.HashSet;
import java.util.List;
import java.util.Map;
import java.util.Set;
import java.util.stream.Stream;
import org.underbase.bench.localcompact.client.Request;
import org.underbase.bench.localcompact.client.Request.Operation;
import org.underbase.bench.localcompact.cluster.CompactCluster;
import org.underbase.testbed.Await;
import org.underbase.testbed.Node;
import org.underbase.testbed.NodeDisk;
import org.underbase.testbed.disk.PageCache;
import org.underbase.testbed.process.MemoryGroup;

/** Replicas of the hot file on nodes whose DataNodes have a memory limit. Thread-safe. */
final class HotReplicas {
    private static final Duration LIMIT = Duration.ofMinutes(2);

    /** Replica files by the group of their DataNode. */
    private final Map<MemoryGroup, List<Path>> replicas = new HashMap<>();

    private final List<Path> all = new ArrayList<>();
    private final long bytes;

    /** Creates the hot file on all nodes of a cluster. */
    HotReplicas(CompactCluster cluster, Map<Node, MemoryGroup> groups, long fileBytes, long seed) throws IOException {
        bytes = fileBytes * groups.size();
        Set<Path> others = new HashSet<>();
        for (Node node : groups.keySet()) {
            others.addAll(finalized(node));
        }
        cluster.call(Request.of(Operation.HOT_FILE, "hot").bytes(fileBytes, seed));
        for (Map.Entry<Node, MemoryGroup> each : groups.entrySet()) {
            List<Path> found = replicas.computeIfAbsent(each.getValue(), group -> new ArrayList<>());
            // The file is complete as soon as one of its DataNodes has reported each block.
            Await.until("all replicas of the hot file on " + each.getKey().name(), LIMIT, found::toString, () -> {
                found.clear();
                for (Path file : finalized(each.getKey())) {
                    // The daemons write other, smaller files.
                    if (!others.contains(file) && Files.size(file) == Request.HOT_BLOCK_BYTES) {
                        found.add(file);
                    }
                }
                return found.size() == fileBytes / Request.HOT_BLOCK_BYTES;
            });
            all.addAll(found);
        }
    }

    private static List<Path> finalized(Node node) throws IOException {
        List<Path> files = new ArrayList<>();
        for (NodeDisk disk : node.disks()) {
            try (Stream<Path> found = Files.walk(disk.path())) {
                found.filter(file -> file.toString().contains("/finalized/")
                                && file.getFileName().toString().matches("blk_\\d+"))
                        .forEach(files::add);
            }
        }
        return files;
    }

    /** Loads the replicas into the page cache of their DataNodes. */
    void load() throws IOException {
        for (Map.Entry<MemoryGroup, List<Path>> each : replicas.entrySet()) {
            // The kernel protects pages that are read twice from those that are read once.
            List<String> command = new ArrayList<>(List.of("sh", "-c", "cat \"$@\" \"$@\" > /dev/null", "load"));
            each.getValue().forEach(file -> command.add(file.toString()));
            each.getKey().command(command).run().orThrow();
        }
    }

    /** Returns the fraction in the page cache: the hit rate of reads at uniformly random positions. */
    double cachedFraction() throws IOException {
        return (double) PageCache.bytes(all) / bytes;
    }
}
