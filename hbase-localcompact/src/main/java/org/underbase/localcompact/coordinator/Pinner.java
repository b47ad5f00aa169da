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
 * Has a region's files written to the same few nodes, by the favored nodes that HBase gives to HDFS. The choice is made
 * from where its files are: when a region opens, so that it outlives moves and restarts, and when one of its nodes is lost, for
 * HDFS would place each block of it for itself then. Thread-safe.
 */
final class Pinner {
    private static final Logger LOG = LoggerFactory.getLogger(Pinner.class);

    private final DistributedFileSystem fs;
    private final RegionServerServices server;
    private final DataNodes dataNodes;
    private final Map<String, Pinned> pinned = new ConcurrentHashMap<>();

    /** A region of this server, and its nodes; none where it could not be pinned. */
    private record Pinned(WeakReference<HStore> store, List<Pins.Node> nodes) {
        /** Its store as long as the region is open. */
        HStore open() {
            HStore known = store.get();
            return known == null || known.getHRegion().isClosed() ? null : known;
        }
    }

    Pinner(DistributedFileSystem fs, RegionServerServices server) {
        this.fs = fs;
        this.server = server;
        this.dataNodes = new DataNodes(fs, server.getConfiguration());
    }

    /** Chooses the nodes of a store's region anew; a failure is logged, and {@link #renew} tries again. */
    void pin(HStore store) {
        String region = store.getRegionInfo().getEncodedName();
        pinned.put(region, new Pinned(new WeakReference<>(store), List.of()));
        try {
            pinned.put(region, new Pinned(new WeakReference<>(store), choose(store)));
        } catch (IOException | RuntimeException e) {
            LOG.warn(
                    "{} is not pinned: its compactions may not be local until it is",
                    store.getRegionInfo().getRegionNameAsString(),
                    e);
        }
    }

    private List<Pins.Node> choose(HStore store) throws IOException {
        RegionInfo region = store.getRegionInfo();
        HRegionFileSystem files = store.getRegionFileSystem();
        Places places = Places.of(fs.getClient(), storeFiles(files.getRegionDir()));
        String own = ip();
        List<Pins.Node> chosen = Pins.choose(
                own,
                live(),
                address -> places.held().getOrDefault(address, 0L),
                region.getEncodedName(),
                fs.getDefaultReplication(files.getRegionDir()));
        if (chosen.isEmpty()) {
            LOG.info("{} is not pinned: no DataNode runs on {}", region.getRegionNameAsString(), own);
            return chosen;
        }
        List<HBaseProtos.ServerName> favored = new ArrayList<>();
        for (Pins.Node node : chosen) {
            favored.add(HBaseProtos.ServerName.newBuilder()
                    .setHostName(node.name())
                    .setPort(Integer.parseInt(
                            node.address().substring(node.address().lastIndexOf(':') + 1)))
                    .build());
        }
        server.updateRegionFavoredNodesMapping(region.getEncodedName(), favored);
        LOG.info("{} is pinned to {}", region.getRegionNameAsString(), chosen);
        return chosen;
    }

    /** Pins anew the regions whose nodes do not all live, and those that could not be pinned. */
    void renew() {
        if (pinned.isEmpty()) {
            return;
        }
        try {
            dataNodes.forget();
            Set<Pins.Node> alive = new HashSet<>(live());
            String own = ip();
            // Without a DataNode here there is nothing to pin to, and no need to look for the files of all regions.
            boolean possible = alive.stream().anyMatch(node -> node.ip().equals(own));
            pinned.forEach((region, what) -> {
                HStore store = what.open();
                if (store == null) {
                    pinned.remove(region, what);
                } else if (possible && (what.nodes().isEmpty() || !alive.containsAll(what.nodes()))) {
                    pin(store);
                }
            });
        } catch (IOException | RuntimeException e) {
            LOG.warn("Whether regions are to be pinned anew is not known now", e);
        }
    }

    /**
     * The IP of this server, which is that of the DataNode beside it.
     *
     * @return as text
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

    /** The DataNodes that take new replicas, as they were a while ago. */
    List<Pins.Node> live() throws IOException {
        return dataNodes.live();
    }
}
