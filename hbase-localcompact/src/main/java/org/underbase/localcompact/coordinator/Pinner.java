package org.underbase.localcompact.coordinator;

import java.io.IOException;
import java.net.InetAddress;
import java.util.ArrayList;
import java.util.Arrays;
import java.util.Comparator;
import java.util.List;
import java.util.Optional;
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
 * Has a region's files written to the same few nodes, by the favored nodes that HBase gives to HDFS. The choice is made anew
 * when a region opens: from where its files are, so that it outlives moves, restarts and lost nodes. Thread-safe.
 */
final class Pinner {
    private static final Logger LOG = LoggerFactory.getLogger(Pinner.class);

    private final DistributedFileSystem fs;
    private final RegionServerServices server;
    private final DataNodes dataNodes;

    Pinner(DistributedFileSystem fs, RegionServerServices server) {
        this.fs = fs;
        this.server = server;
        this.dataNodes = new DataNodes(fs, server.getConfiguration());
    }

    void pin(HStore store) throws IOException {
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
            return;
        }
        List<HBaseProtos.ServerName> favored = new ArrayList<>();
        for (Pins.Node node : chosen) {
            favored.add(HBaseProtos.ServerName.newBuilder()
                    .setHostName(node.ip())
                    .setPort(Integer.parseInt(
                            node.address().substring(node.address().lastIndexOf(':') + 1)))
                    .build());
        }
        server.updateRegionFavoredNodesMapping(region.getEncodedName(), favored);
        LOG.info("{} is pinned to {}", region.getRegionNameAsString(), chosen);
    }

    private String ip() throws IOException {
        return InetAddress.getByName(server.getServerName().getHostname()).getHostAddress();
    }

    /** The DataNode beside this server; nothing where there is none. */
    Optional<Pins.Node> own() throws IOException {
        String ip = ip();
        return live().stream().filter(node -> node.ip().equals(ip)).min(Comparator.comparing(Pins.Node::address));
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
