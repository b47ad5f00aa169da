package org.underbase.localcompact.coordinator;

import java.io.IOException;
import java.lang.ref.WeakReference;
import java.net.InetAddress;
import java.util.ArrayList;
import java.util.Arrays;
import java.util.HashSet;
import java.util.List;
import java.util.Map;
import java.util.Set;
import java.util.concurrent.ConcurrentHashMap;
import org.apache.hadoop.fs.FileStatus;
import org.apache.hadoop.fs.Path;
import org.apache.hadoop.hbase.client.RegionInfo;
import org.apache.hadoop.hbase.regionserver.HRegionFileSystem;
import org.apache.hadoop.hbase.regionserver.HStore;
import org.apache.hadoop.hbase.regionserver.RegionServerServices;
import org.apache.hadoop.hbase.shaded.protobuf.generated.HBaseProtos;
import org.apache.hadoop.hdfs.DistributedFileSystem;
import org.slf4j.Logger;
import org.slf4j.LoggerFactory;

/**
 * Assigns each region the favored nodes that HBase passes to HDFS, so that all its files are on the same nodes. The selection
 * follows the locations of its files. It runs when a region opens, so that it survives moves and restarts, and when a node is
 * lost, because HDFS would then place each block separately. Thread-safe.
 */
final class FavoredNodeManager {
    private static final Logger LOG = LoggerFactory.getLogger(FavoredNodeManager.class);

    private final DistributedFileSystem fs;
    private final RegionServerServices server;
    private final DataNodes dataNodes;
    private final Map<String, Assignment> assignments = new ConcurrentHashMap<>();

    /** Favored nodes of an open region of this server; no nodes if the selection failed. */
    private record Assignment(WeakReference<HStore> store, List<FavoredNodeSelector.Node> nodes) {
        /** Returns the store, or null if the region is closed. */
        HStore open() {
            HStore known = store.get();
            return known == null || known.getHRegion().isClosed() ? null : known;
        }
    }

    FavoredNodeManager(DistributedFileSystem fs, RegionServerServices server) {
        this.fs = fs;
        this.server = server;
        this.dataNodes = new DataNodes(fs, server.getConfiguration());
    }

    /** Selects the nodes of a store's region; a failure is logged, and {@link #renew} retries. */
    void assign(HStore store) {
        String region = store.getRegionInfo().getEncodedName();
        assignments.put(region, new Assignment(new WeakReference<>(store), List.of()));
        try {
            assignments.put(region, new Assignment(new WeakReference<>(store), choose(store)));
        } catch (IOException | RuntimeException e) {
            LOG.warn(
                    "Cannot select favored nodes of {}, will retry; until then its compactions may fall back",
                    store.getRegionInfo().getRegionNameAsString(),
                    e);
        }
    }

    private List<FavoredNodeSelector.Node> choose(HStore store) throws IOException {
        RegionInfo region = store.getRegionInfo();
        HRegionFileSystem files = store.getRegionFileSystem();
        InputLocality locality =
                InputLocality.of(fs.getClient(), storeFiles(files.getRegionDir()), InputLocality::host);
        String own = ip();
        List<FavoredNodeSelector.Node> chosen = FavoredNodeSelector.choose(
                own,
                live(),
                address -> locality.held().getOrDefault(address, 0L),
                region.getEncodedName(),
                fs.getDefaultReplication(files.getRegionDir()));
        if (chosen.isEmpty()) {
            LOG.info("No favored nodes for {}: no DataNode runs on {}", region.getRegionNameAsString(), own);
            return chosen;
        }
        List<HBaseProtos.ServerName> favored = new ArrayList<>();
        for (FavoredNodeSelector.Node node : chosen) {
            favored.add(HBaseProtos.ServerName.newBuilder()
                    .setHostName(DataNodes.name(node))
                    .setPort(Integer.parseInt(
                            node.address().substring(node.address().lastIndexOf(':') + 1)))
                    .build());
        }
        server.updateRegionFavoredNodesMapping(region.getEncodedName(), favored);
        LOG.info("Selected favored nodes of {}: {}", region.getRegionNameAsString(), chosen);
        return chosen;
    }

    /** Repeats the selection for regions with a lost node and for those whose selection failed. */
    void renew() {
        if (assignments.isEmpty()) {
            return;
        }
        try {
            Set<FavoredNodeSelector.Node> alive = new HashSet<>(live());
            String own = ip();
            // Without a DataNode on this host no selection is possible; skip the listing of all regions' files.
            boolean possible = alive.stream().anyMatch(node -> node.ip().equals(own));
            assignments.forEach((region, assignment) -> {
                HStore store = assignment.open();
                if (store == null) {
                    assignments.remove(region, assignment);
                } else if (possible && (assignment.nodes().isEmpty() || !alive.containsAll(assignment.nodes()))) {
                    assign(store);
                }
            });
        } catch (IOException | RuntimeException e) {
            LOG.warn("Cannot check the favored nodes of regions, will retry", e);
        }
    }

    /**
     * Resolves the IP of this server, which the DataNode on its host shares.
     *
     * @return IP address as text
     */
    String ip() throws IOException {
        return InetAddress.getByName(server.getServerName().getHostname()).getHostAddress();
    }

    private List<Path> storeFiles(Path regionDir) throws IOException {
        List<Path> found = new ArrayList<>();
        if (!fs.exists(regionDir)) {
            return found;
        }
        for (FileStatus family :
                fs.listStatus(regionDir, path -> !path.getName().startsWith("."))) {
            if (family.isDirectory() && !family.getPath().getName().equals("recovered.edits")) {
                Arrays.stream(fs.listStatus(
                                family.getPath(), path -> !path.getName().startsWith(".")))
                        .filter(FileStatus::isFile)
                        .forEach(file -> found.add(file.getPath()));
            }
        }
        return found;
    }

    /** Returns the DataNodes that accept new replicas, from a cache. */
    List<FavoredNodeSelector.Node> live() throws IOException {
        return dataNodes.live();
    }
}
