package org.underbase.localcompact.coordinator;

import java.io.IOException;
import java.net.InetAddress;
import java.net.UnknownHostException;
import java.time.Duration;
import java.util.ArrayList;
import java.util.Arrays;
import java.util.List;
import java.util.Map;
import java.util.TreeMap;
import org.apache.hadoop.conf.Configuration;
import org.apache.hadoop.fs.FileStatus;
import org.apache.hadoop.fs.Path;
import org.apache.hadoop.hbase.HConstants;
import org.apache.hadoop.hbase.util.CommonFSUtils;
import org.apache.hadoop.hdfs.DistributedFileSystem;
import org.apache.hadoop.hdfs.protocol.DatanodeInfo;
import org.apache.hadoop.hdfs.protocol.DirectoryListing;
import org.apache.hadoop.hdfs.protocol.HdfsConstants.DatanodeReportType;
import org.apache.hadoop.hdfs.protocol.HdfsFileStatus;
import org.apache.hadoop.hdfs.protocol.HdfsLocatedFileStatus;
import org.apache.hadoop.hdfs.protocol.LocatedBlock;
import org.apache.hadoop.ipc.RemoteException;
import org.apache.hadoop.security.AccessControlException;
import org.slf4j.Logger;
import org.slf4j.LoggerFactory;
import org.underbase.localcompact.conf.LocalCompactKeys;

/**
 * DataNodes that accept new replicas. The NameNode lists them to HDFS superusers only. Other users' servers derive them from
 * the block locations of HBase's WALs: each RegionServer with regions writes a WAL, whose first replica is on its own host. The
 * result is cached. Thread-safe.
 */
final class DataNodes {
    private static final Logger LOG = LoggerFactory.getLogger(DataNodes.class);

    /** Per RegionServer, so that each server sends at most one listing per second. */
    private static final long CACHE_PER_LISTING_NANOS = Duration.ofSeconds(1).toNanos();

    /** So that the servers of a cluster of any size request at most 20 reports per second, each of a list of all DataNodes. */
    static final long CACHE_PER_NODE_NANOS = Duration.ofMillis(50).toNanos();

    private final DistributedFileSystem fs;
    private final Configuration conf;
    private List<FavoredNodeSelector.Node> live = List.of();
    private final long minCacheNanos;
    private long cacheNanos;
    private long refreshed;
    private boolean superuser = true;

    /** {@code conf} contains the refresh interval and the directory of the WALs. */
    DataNodes(DistributedFileSystem fs, Configuration conf) {
        this.fs = fs;
        this.conf = conf;
        this.minCacheNanos = LocalCompactKeys.refreshInterval(conf).toNanos();
        this.cacheNanos = minCacheNanos;
        this.refreshed = System.nanoTime() - cacheNanos;
    }

    /**
     * At most one refresh interval old, or if that is longer 50 ms per DataNode, and one second per RegionServer if HDFS lists no
     * DataNodes.
     */
    synchronized List<FavoredNodeSelector.Node> live() throws IOException {
        if (System.nanoTime() - refreshed >= cacheNanos) {
            live = superuser ? reported() : withWals();
            refreshed = System.nanoTime();
        }
        return live;
    }

    static long cacheNanos(long min, int count, long nanosEach) {
        return Math.max(min, count * nanosEach);
    }

    private List<FavoredNodeSelector.Node> reported() throws IOException {
        try {
            DatanodeInfo[] report = fs.getClient().datanodeReport(DatanodeReportType.LIVE);
            cacheNanos = cacheNanos(minCacheNanos, report.length, CACHE_PER_NODE_NANOS);
            return Arrays.stream(report)
                    .filter(DatanodeInfo::isInService)
                    .map(DataNodes::node)
                    .toList();
        } catch (RemoteException e) {
            IOException cause = e.unwrapRemoteException(AccessControlException.class);
            if (!(cause instanceof AccessControlException)) {
                throw cause;
            }
            LOG.info(
                    "HDFS does not list its DataNodes to this user; deriving them from the WALs: {}",
                    // The other lines of a remote exception are its stack trace.
                    cause.getMessage().lines().findFirst().orElse(""));
            superuser = false;
            return withWals();
        }
    }

    private static FavoredNodeSelector.Node node(DatanodeInfo node) {
        return new FavoredNodeSelector.Node(
                node.getXferAddr(), node.getIpAddr(), node.getNetworkLocation(), node.getHostName());
    }

    private List<FavoredNodeSelector.Node> withWals() throws IOException {
        Path wals = new Path(CommonFSUtils.getWALRootDir(conf), HConstants.HREGION_LOGDIR_NAME);
        if (!wals.toUri().getScheme().equals(fs.getScheme())
                || !String.valueOf(wals.toUri().getAuthority())
                        .equals(fs.getUri().getAuthority())) {
            throw new IOException("cannot determine the DataNodes: HDFS lists them to superusers only, and the WALs in "
                    + wals + " are not in " + fs.getUri());
        }
        Map<String, FavoredNodeSelector.Node> found = new TreeMap<>();
        FileStatus[] servers = fs.listStatus(wals);
        for (FileStatus server : servers) {
            for (LocatedBlock block : blocks(server.getPath())) {
                for (DatanodeInfo node : block.getLocations()) {
                    if (node.isInService()) {
                        found.put(node.getXferAddr(), node(node));
                    }
                }
            }
        }
        cacheNanos = cacheNanos(minCacheNanos, servers.length, CACHE_PER_LISTING_NANOS);
        return List.copyOf(found.values());
    }

    /** Lists the blocks of a directory's files, including open ones; only of the first 1,000 files. */
    private List<LocatedBlock> blocks(Path directory) throws IOException {
        List<LocatedBlock> blocks = new ArrayList<>();
        DirectoryListing listing =
                fs.getClient().listPaths(directory.toUri().getPath(), HdfsFileStatus.EMPTY_NAME, true);
        if (listing == null) {
            // The directory was deleted concurrently, with its server.
            return blocks;
        }
        for (HdfsFileStatus each : listing.getPartialListing()) {
            if (each instanceof HdfsLocatedFileStatus file && file.getLocatedBlocks() != null) {
                blocks.addAll(file.getLocatedBlocks().getLocatedBlocks());
                LocatedBlock last = file.getLocatedBlocks().getLastLocatedBlock();
                if (last != null) {
                    blocks.add(last);
                }
            }
        }
        return blocks;
    }

    /**
     * Returns the favored-node name of a DataNode. A writer pins a replica against the Balancer only under the DataNode's own
     * host name. If that name resolves to another address, the NameNode would select another node, so the IP is used. Call it
     * for selected nodes only: a lookup of all nodes by all RegionServers would overload the name servers of a large cluster.
     */
    static String name(FavoredNodeSelector.Node node) {
        try {
            return InetAddress.getByName(node.hostName()).getHostAddress().equals(node.ip())
                    ? node.hostName()
                    : node.ip();
        } catch (UnknownHostException e) {
            LOG.debug("Cannot resolve host name {} of {}", node.hostName(), node.ip(), e);
            return node.ip();
        }
    }
}
