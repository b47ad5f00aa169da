package org.underbase.localcompact.hdfs;

import java.io.Closeable;
import java.io.IOException;
import java.time.Duration;
import java.util.ArrayList;
import java.util.HashSet;
import java.util.List;
import java.util.UUID;
import java.util.concurrent.CountDownLatch;
import org.apache.hadoop.fs.Path;
import org.apache.hadoop.fs.StorageType;
import org.apache.hadoop.fs.permission.FsCreateModes;
import org.apache.hadoop.fs.permission.FsPermission;
import org.apache.hadoop.hdfs.DFSClient;
import org.apache.hadoop.hdfs.DistributedFileSystem;
import org.apache.hadoop.hdfs.client.impl.DfsClientConf;
import org.apache.hadoop.hdfs.protocol.DatanodeInfo;
import org.apache.hadoop.hdfs.protocol.ExtendedBlock;
import org.apache.hadoop.hdfs.protocol.HdfsConstants;
import org.apache.hadoop.hdfs.protocol.LocatedBlock;
import org.apache.hadoop.hdfs.protocol.LocatedBlocks;
import org.apache.hadoop.hdfs.server.namenode.NotReplicatedYetException;
import org.slf4j.Logger;
import org.slf4j.LoggerFactory;

/**
 * The coordinator's side of one HDFS file whose replicas are written independently by {@link ReplicaWriter}s. A block's
 * life:
 *
 * <ol>
 *   <li>{@link #nextBlock}; each node writes its replica and waits until it is acknowledged;
 *   <li>the coordinator compares what they wrote: HDFS itself never notices replicas that differ;
 *   <li>those that agree complete theirs; when any does not, {@link #beginRecovery}, {@link ReplicaWriter#recoverClose}
 *       on those that agree, {@link #endRecovery}: a replica that was left behind has the old generation stamp, and the
 *       NameNode replaces it;
 *   <li>{@link #endBlock}.
 * </ol>
 *
 * <p>The lease is renewed every quarter of HDFS's soft limit until the file is complete or closed. Closing a file
 * that is not complete deletes it.
 *
 * <p>One thread coordinates; {@link #close} may come from any thread and ends waits for the NameNode. Exceptions of the
 * NameNode are thrown as their own types where they can be.
 *
 * @see org.apache.hadoop.hdfs.protocol.ClientProtocol the calls of the NameNode
 */
public final class ReplicatedFile implements BlockwiseFile, Closeable {
    private static final Logger LOG = LoggerFactory.getLogger(ReplicatedFile.class);
    private static final Duration RENEWAL = Duration.ofMillis(HdfsConstants.LEASE_SOFTLIMIT_PERIOD / 4);
    private static final int LEAST_SURVIVORS = 2;
    private static final long FIRST_PAUSE_MILLIS = 20;
    private static final long LONGEST_PAUSE_MILLIS = 1000;

    private final String path;
    private final String clientName;
    private final short replication;
    private final long blockSize;
    private final DfsClientConf conf;
    private final NameNodeFile file;
    private final LeaseKeeper lease;
    private final CountDownLatch ended = new CountDownLatch(1);
    private final List<DatanodeInfo> lost = new ArrayList<>();
    private List<String> nodes;
    /** The last block that ended, with its length. */
    private ExtendedBlock previous;
    /** The block that is being written, on the nodes that write it. */
    private LocatedBlock current;
    /** The same block with the stamp it gets at the end of a recovery. */
    private LocatedBlock recovering;

    private long length;
    private volatile boolean completed;

    private ReplicatedFile(
            String path,
            String clientName,
            short replication,
            long blockSize,
            DfsClientConf conf,
            NameNodeFile file,
            LeaseKeeper lease,
            List<String> nodes) {
        this.path = path;
        this.clientName = clientName;
        this.replication = replication;
        this.blockSize = blockSize;
        this.conf = conf;
        this.file = file;
        this.lease = lease;
        this.nodes = nodes;
    }

    /**
     * Creates the file, which must not exist, and its parents.
     *
     * @param fs the file system of the path
     * @param path of the file
     * @param permission less the client's umask, as for every file a client creates
     * @param replication of the file
     * @param blockSize bytes of a block at most
     * @param dataNodes data transfer addresses {@code ip:port} of the nodes that write, distinct, at most as many as
     *     replicas; the NameNode copies what is missing when the file is complete
     * @return the file under construction, which the caller closes
     * @throws UnsupportedFileException when it lies in an encryption zone or an erasure-coded directory
     * @throws IOException when it cannot be created
     * @throws IllegalArgumentException when the nodes are none, too many or not distinct
     */
    public static ReplicatedFile create(
            DistributedFileSystem fs,
            Path path,
            FsPermission permission,
            short replication,
            long blockSize,
            List<String> dataNodes)
            throws IOException {
        return create(fs, path, permission, replication, blockSize, dataNodes, RENEWAL);
    }

    static ReplicatedFile create(
            DistributedFileSystem fs,
            Path path,
            FsPermission permission,
            short replication,
            long blockSize,
            List<String> dataNodes,
            Duration renewal)
            throws IOException {
        List<String> nodes = List.copyOf(dataNodes);
        if (nodes.isEmpty() || nodes.size() > replication || new HashSet<>(nodes).size() < nodes.size()) {
            throw new IllegalArgumentException(
                    "The nodes of " + replication + " replicas are to be distinct and at most as many: " + nodes);
        }
        String src = fs.makeQualified(path).toUri().getPath();
        String clientName = "LC_" + UUID.randomUUID();
        DFSClient client = fs.getClient();
        DfsClientConf conf = client.getConf();
        NameNodeFile file = NameNodeFile.create(
                client.getNamenode(),
                src,
                clientName,
                FsCreateModes.applyUMask(permission, conf.getUMask()),
                replication,
                blockSize);
        LeaseKeeper lease = new LeaseKeeper(
                clientName, file::renewLease, renewal, Duration.ofMillis(conf.getleaseHardLimitPeriod()));
        return new ReplicatedFile(src, clientName, replication, blockSize, conf, file, lease, nodes);
    }

    /**
     * The name that holds the lease, which every writer of a replica gives.
     *
     * @return the name, unique in the cluster
     */
    public String clientName() {
        return clientName;
    }

    /**
     * The nodes that are to write the next block.
     *
     * @return data transfer addresses {@code ip:port}: those the file was created with, less those lost in recoveries
     */
    public List<String> dataNodes() {
        return nodes;
    }

    /**
     * Gets a block on the wanted nodes. While the NameNode lacks replicas of earlier blocks this waits, as long as the
     * client's {@code dfs.client.block.write.locateFollowingBlock.*} say.
     *
     * @return the block with its token and one location for each node, in any order; its length is the block size,
     *     which a DataNode reserves
     * @throws PlacementException when the NameNode places it elsewhere; the block was given back, and the call may be
     *     repeated
     * @throws IOException when the NameNode refuses or the lease is lost
     */
    @Override
    public LocatedBlock nextBlock() throws IOException {
        require(current == null, "the block before has not ended");
        lease.check();
        LocatedBlock block = addBlock();
        List<String> got = ReplicaTarget.addresses(block);
        if (!got.containsAll(nodes)) {
            throw refuse(block, got);
        }
        current = block;
        if (got.size() > nodes.size()) {
            // There are fewer writers than replicas. The NameNode must not expect one from a node that has no writer.
            LocatedBlock fewer = on(nodes, stamped(block));
            file.updatePipeline(block.getBlock(), fewer);
            current = fewer;
        }
        return announced(current);
    }

    private LocatedBlock addBlock() throws IOException {
        Patience patience = new Patience(
                ended,
                conf.getBlockWriteLocateFollowingInitialDelayMs(),
                conf.getBlockWriteLocateFollowingMaxDelayMs());
        for (int left = conf.getNumBlockWriteLocateFollowingRetry(); true; left--) {
            try {
                return file.addBlock(previous, lost, nodes);
            } catch (NotReplicatedYetException e) {
                if (left <= 0) {
                    throw e;
                }
                LOG.debug("{} waits for replicas of its block before", path, e);
            }
            patience.pause();
        }
    }

    private PlacementException refuse(LocatedBlock block, List<String> got) {
        PlacementException refusal = new PlacementException(path, got, nodes);
        try {
            file.abandonBlock(block.getBlock());
        } catch (IOException e) {
            refusal.addSuppressed(e);
        }
        return refusal;
    }

    /**
     * Gets a new generation stamp for the block that is being written. May be repeated, when a node fails in the
     * recovery.
     *
     * @return the block with its new stamp and token, on the same locations; for {@link ReplicaWriter#recoverClose}
     * @throws IOException when the NameNode refuses
     */
    @Override
    public LocatedBlock beginRecovery() throws IOException {
        require(current != null, "no block is being written");
        recovering = stamped(current);
        return announced(recovering);
    }

    /**
     * Ends a recovery: the block has the new generation stamp and is on the survivors alone. The other nodes get no
     * further blocks of this file.
     *
     * @param survivors the nodes whose replicas have the new stamp, two at least
     * @throws IOException when they are fewer or others than the block's nodes, or the NameNode refuses
     */
    @Override
    public void endRecovery(List<String> survivors) throws IOException {
        require(recovering != null, "no recovery has begun");
        List<String> distinct = survivors.stream().distinct().toList();
        if (distinct.size() < LEAST_SURVIVORS || !nodes.containsAll(distinct)) {
            throw new IOException("A block of " + path + " on " + nodes + " survives on " + distinct + ": "
                    + LEAST_SURVIVORS + " of its nodes are needed at least");
        }
        LocatedBlock survivor = on(distinct, recovering);
        file.updatePipeline(current.getBlock(), survivor);
        List<String> left = new ArrayList<>();
        for (DatanodeInfo node : current.getLocations()) {
            if (!distinct.contains(node.getXferAddr())) {
                lost.add(node);
                left.add(node.getXferAddr());
            }
        }
        if (!left.isEmpty()) {
            reportStale(on(left, current));
        }
        LOG.info("{} of {} goes on without {}", survivor.getBlock(), path, lost);
        nodes = distinct;
        current = survivor;
        recovering = null;
    }

    /**
     * Ends the block: its replicas are finalized on all of the file's nodes.
     *
     * @param bytes the length of each, 1 to the block size
     */
    @Override
    public void endBlock(long bytes) {
        require(current != null, "no block is being written");
        require(recovering == null, "the recovery has not ended");
        if (bytes <= 0 || bytes > blockSize) {
            throw new IllegalArgumentException("A block of " + bytes + " bytes, block size " + blockSize);
        }
        previous = new ExtendedBlock(current.getBlock());
        previous.setNumBytes(bytes);
        length += bytes;
        current = null;
    }

    /**
     * Completes the file and waits until the NameNode knows a replica of each block on each of the file's nodes, and as many
     * replicas as the file is to have: it copies those of nodes that were lost. Whoever gives up other files for this one
     * does it when they are there.
     *
     * @param atMost the time this may take
     * @throws IOException when the NameNode refuses, or the replicas are not known in time; closing then deletes the
     *     file
     */
    @Override
    public void complete(Duration atMost) throws IOException {
        require(current == null, "the last block has not ended");
        lease.check();
        long start = System.nanoTime();
        Patience patience = new Patience(ended, FIRST_PAUSE_MILLIS, LONGEST_PAUSE_MILLIS);
        while (!file.complete(previous)) {
            checkTime(start, atMost, "its last block has no replica the NameNode knows");
            patience.pause();
        }
        lease.close();
        for (String missing = missing(); missing != null; missing = missing()) {
            checkTime(start, atMost, missing);
            patience.pause();
        }
        completed = true;
        ended.countDown();
    }

    private void reportStale(LocatedBlock replicas) {
        try {
            file.reportStale(replicas);
        } catch (IOException e) {
            // The NameNode finds them itself, at the next full reports of their DataNodes.
            LOG.info("The stale replicas of {} were not reported", replicas, e);
        }
    }

    private void checkTime(long start, Duration atMost, String missing) throws IOException {
        if (System.nanoTime() - start > atMost.toNanos()) {
            throw new IOException(path + " is not complete after " + atMost.toMillis() + " ms: " + missing);
        }
    }

    /** What the NameNode lacks of the file; null when nothing. */
    private String missing() throws IOException {
        LocatedBlocks blocks = file.locations();
        if (blocks.getFileLength() != length) {
            throw new IOException(
                    path + " has " + blocks.getFileLength() + " bytes in the NameNode, written were " + length);
        }
        for (LocatedBlock block : blocks.getLocatedBlocks()) {
            List<String> known = ReplicaTarget.addresses(block);
            if (!known.containsAll(nodes) || known.size() < replication) {
                return block.getBlock() + " is known on " + known + ", wanted are " + replication + " replicas on "
                        + nodes + " and others";
            }
        }
        return null;
    }

    /**
     * Ends the lease's renewal, and deletes the file unless it is complete. A failure to delete it is logged; the
     * NameNode closes the file then when the lease expires. Idempotent.
     */
    @Override
    public void close() {
        synchronized (ended) {
            lease.close();
            if (!completed && ended.getCount() > 0) {
                ended.countDown();
                try {
                    file.delete();
                } catch (IOException | RuntimeException e) {
                    LOG.warn("{} was not deleted", path, e);
                }
            }
        }
    }

    /** The block with a new stamp and token; the NameNode names no locations with them. */
    private LocatedBlock stamped(LocatedBlock block) throws IOException {
        LocatedBlock renewed = file.updateBlockForPipeline(block.getBlock());
        ExtendedBlock identity = renewed.getBlock();
        if (identity.getBlockId() != block.getBlock().getBlockId()
                || identity.getGenerationStamp() <= block.getBlock().getGenerationStamp()) {
            throw new IOException("The NameNode answered " + identity + " for a new stamp of " + block.getBlock());
        }
        ExtendedBlock stamp = new ExtendedBlock(block.getBlock());
        stamp.setGenerationStamp(identity.getGenerationStamp());
        LocatedBlock result =
                new LocatedBlock(stamp, block.getLocations(), block.getStorageIDs(), block.getStorageTypes());
        result.setBlockToken(renewed.getBlockToken());
        return result;
    }

    private static LocatedBlock on(List<String> nodes, LocatedBlock block) throws IOException {
        DatanodeInfo[] locations = new DatanodeInfo[nodes.size()];
        String[] storages = new String[nodes.size()];
        StorageType[] types = new StorageType[nodes.size()];
        for (int i = 0; i < locations.length; i++) {
            ReplicaTarget target = ReplicaTarget.of(block, nodes.get(i));
            locations[i] = target.node();
            storages[i] = target.storageId();
            types[i] = target.storageType();
        }
        LocatedBlock result = new LocatedBlock(block.getBlock(), locations, storages, types);
        result.setBlockToken(block.getBlockToken());
        return result;
    }

    /** As writers get it: with the length that a DataNode is to reserve, which the NameNode must not be told. */
    private LocatedBlock announced(LocatedBlock block) {
        ExtendedBlock reserved = new ExtendedBlock(block.getBlock());
        reserved.setNumBytes(blockSize);
        LocatedBlock result =
                new LocatedBlock(reserved, block.getLocations(), block.getStorageIDs(), block.getStorageTypes());
        result.setBlockToken(block.getBlockToken());
        return result;
    }

    @Override
    public String toString() {
        return path;
    }

    private void require(boolean state, String otherwise) {
        if (!state) {
            throw new IllegalStateException(path + ": " + otherwise);
        }
    }
}
