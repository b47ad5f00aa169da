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

/**
 * The DataNodes that take new replicas. The NameNode lists them for superusers of HDFS alone. A server whose user is none finds
 * those that hold HBase's WALs: each RegionServer that has regions writes one, and its first replica is on the node beside it.
 * What is known is kept for a while. Thread-safe.
 */
final class DataNodes {
    private static final Logger LOG = LoggerFactory.getLogger(DataNodes.class);
    private static final long KEPT_NANOS = Duration.ofSeconds(30).toNanos();
    /** A listing a second at most, however many RegionServers there are. */
    private static final long KEPT_FOR_LISTING_NANOS = Duration.ofSeconds(1).toNanos();

    private final DistributedFileSystem fs;
    private final Configuration conf;
    private List<Pins.Node> live = List.of();
    private long kept = KEPT_NANOS;
    private long asked = System.nanoTime() - KEPT_NANOS;
    private boolean superuser = true;

    /** {@code conf} says where the WALs are. */
    DataNodes(DistributedFileSystem fs, Configuration conf) {
        this.fs = fs;
        this.conf = conf;
    }

    /** As they were half a minute ago at most; longer where there are more than 30 RegionServers and HDFS does not list them. */
    synchronized List<Pins.Node> live() throws IOException {
        if (System.nanoTime() - asked >= kept) {
            live = superuser ? reported() : withWals();
            asked = System.nanoTime();
        }
        return live;
    }

    /** The next to ask hears what is so now, where HDFS lists its nodes. */
    synchronized void forget() {
        if (superuser) {
            asked = System.nanoTime() - kept;
        }
    }

    private List<Pins.Node> reported() throws IOException {
        try {
            return Arrays.stream(fs.getClient().datanodeReport(DatanodeReportType.LIVE))
                    .filter(DatanodeInfo::isInService)
                    .map(DataNodes::node)
                    .toList();
        } catch (RemoteException e) {
            IOException told = e.unwrapRemoteException(AccessControlException.class);
            if (!(told instanceof AccessControlException)) {
                throw told;
            }
            LOG.info(
                    "HDFS does not list its DataNodes ({}): those that hold WALs are known",
                    // Of a server's exception the rest is its stack.
                    told.getMessage().lines().findFirst().orElse(""));
            superuser = false;
            return withWals();
        }
    }

    private static Pins.Node node(DatanodeInfo node) {
        return new Pins.Node(
                node.getXferAddr(),
                node.getIpAddr(),
                node.getNetworkLocation(),
                name(node.getHostName(), node.getIpAddr()));
    }

    private List<Pins.Node> withWals() throws IOException {
        Path wals = new Path(CommonFSUtils.getWALRootDir(conf), HConstants.HREGION_LOGDIR_NAME);
        if (!wals.toUri().getScheme().equals(fs.getScheme())
                || !String.valueOf(wals.toUri().getAuthority())
                        .equals(fs.getUri().getAuthority())) {
            throw new IOException(
                    "the DataNodes are not known: HDFS lists them for its superusers alone, and WALs are in " + wals
                            + ", not in " + fs.getUri());
        }
        Map<String, Pins.Node> found = new TreeMap<>();
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
        kept = Math.max(KEPT_NANOS, servers.length * KEPT_FOR_LISTING_NANOS);
        return List.copyOf(found.values());
    }

    /** Of a directory's files, those that are being written as well; of the first thousand, where there are more. */
    private List<LocatedBlock> blocks(Path directory) throws IOException {
        List<LocatedBlock> blocks = new ArrayList<>();
        DirectoryListing listing =
                fs.getClient().listPaths(directory.toUri().getPath(), HdfsFileStatus.EMPTY_NAME, true);
        if (listing == null) {
            // Its server has gone since.
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
     * What HDFS is asked for a DataNode by. A writer pins a replica against the Balancer where the node is called as it calls
     * itself; but the address counts more than that, for with a name that leads elsewhere the NameNode takes another node.
     */
    static String name(String hostName, String ip) {
        try {
            return InetAddress.getByName(hostName).getHostAddress().equals(ip) ? hostName : ip;
        } catch (UnknownHostException e) {
            LOG.debug("{} is called {}, which nobody knows here", ip, hostName, e);
            return ip;
        }
    }
}
