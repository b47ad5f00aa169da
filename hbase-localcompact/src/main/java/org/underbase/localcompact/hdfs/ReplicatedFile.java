package org.underbase.localcompact.hdfs;

import java.io.Closeable;
import java.io.IOException;
import java.time.Duration;
import java.util.ArrayList;
import java.util.HashMap;
import java.util.HashSet;
import java.util.List;
import java.util.Map;
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
import org.apache.hadoop.hdfs.protocol.datatransfer.ReplaceDatanodeOnFailure;
import org.apache.hadoop.hdfs.server.namenode.NotReplicatedYetException;
import org.slf4j.Logger;
import org.slf4j.LoggerFactory;

/**
 * Coordinator's side of one HDFS file whose replicas are written independently by {@link ReplicaWriter}s. Life cycle of a
 * block:
 *
 * <ol>
 *   <li>{@link #nextBlock}; each node writes its replica and waits for the acknowledgments;
 *   <li>the coordinator compares the replicas, because HDFS does not detect divergent ones;
 *   <li>agreeing nodes complete their replicas. If any node diverges or fails: {@link #beginRecovery}, {@link
 *       ReplicaWriter#recoverClose} on the agreeing nodes, {@link #endRecovery}. Replicas of the other nodes keep the old
 *       generation stamp, and the NameNode replaces them;
 *   <li>{@link #endBlock}.
 * </ol>
 *
 * <p>The lease is renewed every quarter of HDFS's soft limit until the file is complete or closed. Closing an incomplete
 * file deletes it, unless the caller does this.
 *
 * <p>Only one call may run at a time, but {@link #close} may be called at any time and ends waits for the NameNode. Exceptions of
 * the NameNode are unwrapped to their types if possible.
 *
 * @see org.apache.hadoop.hdfs.protocol.ClientProtocol calls of the NameNode
 */
public final class ReplicatedFile implements BlockwiseFile, Closeable {
    private static final Logger LOG = LoggerFactory.getLogger(ReplicatedFile.class);
    private static final Duration RENEWAL = Duration.ofMillis(HdfsConstants.LEASE_SOFTLIMIT_PERIOD / 4);
    private static final int MIN_SURVIVORS = 2;
    private static final long FIRST_PAUSE_MILLIS = 20;
    private static final long MAX_PAUSE_MILLIS = 1000;

    private final String path;
    private final String clientName;
    private final int requiredReplicas;
    private final long blockSize;
    private final DfsClientConf conf;
    private final NameNodeFile file;
    private final LeaseKeeper lease;
    private final CountDownLatch ended = new CountDownLatch(1);
    private final List<DatanodeInfo> lost = new ArrayList<>();
    /** Replicas of lost nodes with an old generation stamp, one per block. */
    private final List<LocatedBlock> stale = new ArrayList<>();

    private List<String> nodes;
    /** Last ended block, with its length. */
    private ExtendedBlock previous;
    /** Current block, on the nodes that write it. */
    private LocatedBlock current;
    /** Current block with the generation stamp that a recovery gives it. */
    private LocatedBlock recovering;

    private long length;
    private volatile boolean completed;
    private volatile boolean kept;

    private ReplicatedFile(
            String path,
            String clientName,
            int requiredReplicas,
            long blockSize,
            DfsClientConf conf,
            NameNodeFile file,
            LeaseKeeper lease,
            List<String> nodes) {
        this.path = path;
        this.clientName = clientName;
        this.requiredReplicas = requiredReplicas;
        this.blockSize = blockSize;
        this.conf = conf;
        this.file = file;
        this.lease = lease;
        this.nodes = nodes;
    }

    /**
     * Creates the file, which must not exist, and its parents.
     *
     * @param fs file system of the path
     * @param path path of the file
     * @param permission permission before the client's umask is applied
     * @param replication replication of the file
     * @param blockSize maximum size of a block, in bytes
     * @param dataNodes data transfer addresses {@code ip:port} of the writing nodes, distinct, at most as many as
     *     replicas; the NameNode copies missing replicas after the file is complete
     * @return the file under construction, which the caller closes
     * @throws UnsupportedFileException if it is in an encryption zone or an erasure-coded directory
     * @throws IOException if the NameNode cannot create it
     * @throws IllegalArgumentException if there are no nodes, too many or duplicates
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
                    "invalid nodes " + nodes + ": must be distinct and at most " + replication);
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
        int required = requiredReplicas(replication, ReplaceDatanodeOnFailure.get(fs.getConf()));
        return new ReplicatedFile(src, clientName, required, blockSize, conf, file, lease, nodes);
    }

    /**
     * Returns the number of replicas with which a stock writer continues after the loss of the others: with fewer, its policy
     * replaces them. A policy that continues with one replica is not followed, because a single replica agrees with no other.
     */
    static int requiredReplicas(short replication, ReplaceDatanodeOnFailure policy) {
        int replicas = Math.min(MIN_SURVIVORS, replication);
        while (policy.satisfy(replication, new DatanodeInfo[replicas], false, false)) {
            replicas++;
        }
        return replicas;
    }

    /**
     * Returns the lease holder, which every replica writer must use as its client name.
     *
     * @return name that is unique in the cluster
     */
    public String clientName() {
        return clientName;
    }

    /**
     * Returns the nodes that write the next block.
     *
     * @return data transfer addresses {@code ip:port} from the creation, without the nodes lost in recoveries
     */
    public List<String> dataNodes() {
        return nodes;
    }

    /**
     * Allocates a block on the wanted nodes. While the NameNode lacks replicas of earlier blocks, this retries as configured
     * by the client's {@code dfs.client.block.write.locateFollowingBlock.*}.
     *
     * @return the block with its token and one location per node, in any order; its length is the block size, which
     *     DataNodes reserve
     * @throws PlacementException if the NameNode places it elsewhere; the block is then abandoned, and the call may be
     *     repeated
     * @throws IOException if the NameNode rejects the call or the lease is lost
     */
    @Override
    public LocatedBlock nextBlock() throws IOException {
        require(current == null, "the previous block has not ended");
        lease.check();
        LocatedBlock block = addBlock();
        List<String> got = ReplicaTarget.addresses(block);
        if (!got.containsAll(nodes)) {
            throw abandon(block, got);
        }
        current = block;
        if (got.size() > nodes.size()) {
            // With fewer writers than replicas, the NameNode must not expect a replica from a node without a writer.
            LocatedBlock fewer = on(nodes, bumped(block));
            file.updatePipeline(block.getBlock(), fewer);
            current = fewer;
        }
        return announced(current);
    }

    private LocatedBlock addBlock() throws IOException {
        Backoff backoff = new Backoff(
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
                LOG.debug("Waiting for replicas of the previous block of {}", path, e);
            }
            backoff.pause();
        }
    }

    private PlacementException abandon(LocatedBlock block, List<String> got) {
        PlacementException misplaced = new PlacementException(path, got, nodes);
        try {
            file.abandonBlock(block.getBlock());
        } catch (IOException e) {
            misplaced.addSuppressed(e);
        }
        return misplaced;
    }

    /**
     * Gets a new generation stamp for the current block. May be repeated if a node fails during the recovery.
     *
     * @return the block with its new generation stamp and token, on the same locations, for {@link
     *     ReplicaWriter#recoverClose}
     * @throws IOException if the NameNode rejects the call
     */
    @Override
    public LocatedBlock beginRecovery() throws IOException {
        require(current != null, "no current block");
        recovering = bumped(current);
        return announced(recovering);
    }

    /**
     * Ends a recovery: the block has the new generation stamp and only the survivors' replicas. The other nodes get no
     * further blocks of this file.
     *
     * @param survivors nodes whose replicas have the new generation stamp, at least two
     * @throws IOException if they are fewer or not nodes of the block, or if the NameNode rejects the call
     */
    @Override
    public void endRecovery(List<String> survivors) throws IOException {
        require(recovering != null, "no recovery is in progress");
        List<String> distinct = survivors.stream().distinct().toList();
        if (distinct.size() < MIN_SURVIVORS || !nodes.containsAll(distinct)) {
            throw new IOException("too few replicas of a block of " + path + " on " + nodes + ": only on " + distinct
                    + "; at least " + MIN_SURVIVORS + " are required");
        }
        LocatedBlock survivor = on(distinct, recovering);
        file.updatePipeline(current.getBlock(), survivor);
        for (DatanodeInfo node : current.getLocations()) {
            if (!distinct.contains(node.getXferAddr())) {
                lost.add(node);
                LocatedBlock replica = on(List.of(node.getXferAddr()), current);
                stale.add(replica);
                reportStale(replica);
            }
        }
        LOG.info("Recovered {} of {} without {}", survivor.getBlock(), path, lost);
        nodes = distinct;
        current = survivor;
        recovering = null;
    }

    /**
     * Ends the block after its replicas are finalized on all nodes of the file.
     *
     * @param bytes length of each replica in bytes, from 1 to the block size
     */
    @Override
    public void endBlock(long bytes) {
        require(current != null, "no current block");
        require(recovering == null, "the recovery has not ended");
        if (bytes <= 0 || bytes > blockSize) {
            throw new IllegalArgumentException(
                    "invalid block length " + bytes + ": must be from 1 to " + blockSize + " bytes");
        }
        previous = new ExtendedBlock(current.getBlock());
        previous.setNumBytes(bytes);
        length += bytes;
        current = null;
    }

    /**
     * Completes the file and waits until the NameNode has as many replicas of each block as a stock writer requires after the loss
     * of a node. HDFS copies those of lost nodes afterwards. Before the NameNode detects the loss, it may copy to the lost node
     * without success, so that full replication may take longer than a stock compaction.
     *
     * @param atMost maximum time without a further replica
     * @throws IOException if the NameNode rejects the call, or replicas are missing after the wait; closing then deletes
     *     the file
     */
    @Override
    public void complete(Duration atMost) throws IOException {
        require(current == null, "the last block has not ended");
        lease.check();
        long start = System.nanoTime();
        Backoff backoff = new Backoff(ended, FIRST_PAUSE_MILLIS, MAX_PAUSE_MILLIS);
        while (!file.complete(previous)) {
            checkTime(start, atMost, "no replica of its last block is reported");
            backoff.pause();
        }
        lease.close();
        int fewest = Integer.MAX_VALUE;
        Missing missing = missing();
        while (missing.replicas() > 0) {
            if (missing.replicas() < fewest) {
                fewest = missing.replicas();
                start = System.nanoTime();
            }
            checkTime(start, atMost, missing.example());
            backoff.pause();
            missing = missing();
        }
        reportStaleAgain(missing.known());
        completed = true;
        ended.countDown();
    }

    private void reportStale(LocatedBlock replicas) {
        try {
            file.reportStale(replicas);
        } catch (IOException e) {
            // The NameNode detects them in the next full reports of their DataNodes.
            LOG.info("Cannot report stale replicas of {}", replicas, e);
        }
    }

    /**
     * Repeats the reports of stale replicas. The NameNode deletes such a replica only if it has enough others at the time of a
     * report, and copies the block to the node only after the deletion.
     */
    private void reportStaleAgain(Map<Long, List<String>> known) {
        for (LocatedBlock replica : stale) {
            List<String> nodesOfBlock = known.get(replica.getBlock().getBlockId());
            if (nodesOfBlock != null && !nodesOfBlock.containsAll(ReplicaTarget.addresses(replica))) {
                reportStale(replica);
            }
        }
    }

    private void checkTime(long start, Duration atMost, String missing) throws IOException {
        if (System.nanoTime() - start > atMost.toNanos()) {
            throw new IOException("timed out completing " + path + " after " + atMost.toMillis() + " ms: " + missing);
        }
    }

    /** Number of required replicas that the NameNode lacks, a block without them, and the nodes of each block. */
    private record Missing(int replicas, String example, Map<Long, List<String>> known) {}

    private Missing missing() throws IOException {
        LocatedBlocks blocks = file.locations();
        if (blocks.getFileLength() != length) {
            throw new IOException(
                    "wrong length of " + path + ": " + blocks.getFileLength() + " in the NameNode, written " + length);
        }
        int replicas = 0;
        String example = "";
        Map<Long, List<String>> nodesOfBlocks = new HashMap<>();
        for (LocatedBlock block : blocks.getLocatedBlocks()) {
            List<String> known = ReplicaTarget.addresses(block);
            nodesOfBlocks.put(block.getBlock().getBlockId(), known);
            List<String> remaining = new ArrayList<>(known);
            // The NameNode lists the replicas of a dead node until it detects the loss.
            lost.forEach(node -> remaining.remove(node.getXferAddr()));
            int lacking = Math.max(
                    requiredReplicas - known.size(), Math.min(requiredReplicas, MIN_SURVIVORS) - remaining.size());
            if (lacking > 0) {
                replicas += lacking;
                example = block.getBlock() + " has replicas on " + known + ", required are " + requiredReplicas;
            }
        }
        return new Missing(replicas, example, nodesOfBlocks);
    }

    /**
     * Lets {@link #close} leave an incomplete file to the caller, who deletes it: the deletion would wait for the NameNode.
     */
    public void keepOnClose() {
        kept = true;
    }

    /**
     * Stops the lease renewal and deletes the file unless it is complete or kept. If the deletion fails, it is logged, and the
     * NameNode closes the file when the lease expires. Idempotent.
     */
    @Override
    public void close() {
        synchronized (ended) {
            lease.close();
            if (!completed && ended.getCount() > 0) {
                ended.countDown();
                if (!kept) {
                    delete();
                }
            }
        }
    }

    private void delete() {
        try {
            file.delete();
        } catch (IOException | RuntimeException e) {
            LOG.warn("Cannot delete incomplete file {}", path, e);
        }
    }

    /** Bumps the generation stamp of a block; the NameNode returns stamp and token without locations. */
    private LocatedBlock bumped(LocatedBlock block) throws IOException {
        LocatedBlock renewed = file.updateBlockForPipeline(block.getBlock());
        ExtendedBlock identity = renewed.getBlock();
        if (identity.getBlockId() != block.getBlock().getBlockId()
                || identity.getGenerationStamp() <= block.getBlock().getGenerationStamp()) {
            throw new IOException("unexpected generation stamp for " + block.getBlock() + ": " + identity);
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

    /** Copies a block for the writers, with the length that DataNodes reserve; calls to the NameNode must not contain it. */
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
