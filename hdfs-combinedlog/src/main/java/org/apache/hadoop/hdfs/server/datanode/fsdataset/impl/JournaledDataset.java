package org.apache.hadoop.hdfs.server.datanode.fsdataset.impl;

import java.io.File;
import java.io.IOException;
import java.nio.file.Path;
import java.util.Collection;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import org.apache.hadoop.conf.Configuration;
import org.apache.hadoop.fs.StorageType;
import org.apache.hadoop.hdfs.protocol.Block;
import org.apache.hadoop.hdfs.protocol.ExtendedBlock;
import org.apache.hadoop.hdfs.server.common.DataNodeLockManager.LockLevel;
import org.apache.hadoop.hdfs.server.datanode.DataNode;
import org.apache.hadoop.hdfs.server.datanode.DataStorage;
import org.apache.hadoop.hdfs.server.datanode.LocalReplica;
import org.apache.hadoop.hdfs.server.datanode.Replica;
import org.apache.hadoop.hdfs.server.datanode.ReplicaHandler;
import org.apache.hadoop.hdfs.server.datanode.ReplicaInPipeline;
import org.apache.hadoop.hdfs.server.datanode.ReplicaInfo;
import org.apache.hadoop.hdfs.server.datanode.StorageLocation;
import org.apache.hadoop.hdfs.server.datanode.fsdataset.FsVolumeSpi;
import org.apache.hadoop.hdfs.server.protocol.NamespaceInfo;
import org.apache.hadoop.util.AutoCloseableLock;
import org.slf4j.Logger;
import org.slf4j.LoggerFactory;
import org.underbase.combinedlog.block.BlockKey;
import org.underbase.combinedlog.block.BlockLog;
import org.underbase.combinedlog.block.LiveReplicas;
import org.underbase.combinedlog.block.ReplicaFiles;
import org.underbase.combinedlog.datanode.DataNodeJournal;
import org.underbase.combinedlog.datanode.OpenReplica;

/**
 * The stock dataset with a journal in front: block files stay stock, an hsync is a record of the journal. Each method through
 * which a replica changes tells the journal.
 *
 * <p>In this package because {@code FsDatasetImpl}, its constructor and its {@code volumeMap} are package-private.
 */
class JournaledDataset extends FsDatasetImpl implements LiveReplicas {
    private static final Logger JOURNAL_LOG = LoggerFactory.getLogger(JournaledDataset.class);

    private final DataNode node;
    private final DataStorage directories;
    private final DataNodeJournal journal;

    JournaledDataset(DataNode datanode, DataStorage storage, Configuration conf) throws IOException {
        super(datanode, storage, conf);
        this.node = datanode;
        this.directories = storage;
        // The volumes are known and no replica is loaded yet: that comes with the first block pool.
        try {
            this.journal = DataNodeJournal.open(conf, this::storages, this, storage.getDatanodeUuid());
        } catch (IOException | RuntimeException e) {
            super.shutdown();
            throw e;
        }
    }

    private Map<String, Path> storages() {
        Map<String, Path> result = new LinkedHashMap<>();
        for (int i = 0; i < directories.getNumStorageDirs(); i++) {
            File root = directories.getStorageDir(i).getRoot();
            if (root != null) {
                result.put(directories.getStorageDir(i).getStorageUuid(), root.toPath());
            }
        }
        return result;
    }

    DataNodeJournal journal() {
        return journal;
    }

    private BlockLog log() {
        return journal.log();
    }

    private static BlockKey key(ExtendedBlock block) {
        return new BlockKey(block.getBlockPoolId(), block.getBlockId());
    }

    private ReplicaHandler journaled(ExtendedBlock block, ReplicaHandler stock) {
        ReplicaInPipeline replica = journal.journaled(stock.getReplica(), block.getBlockPoolId());
        if (replica == stock.getReplica()) {
            return stock;
        }
        return new ReplicaHandler(replica, null) {
            @Override
            public void close() throws IOException {
                stock.close();
            }
        };
    }

    /** Closes what was opened when the journal cannot be told. */
    private ReplicaHandler told(ExtendedBlock block, ReplicaHandler stock, Telling telling) throws IOException {
        try {
            telling.tell();
        } catch (IOException | RuntimeException e) {
            stock.close();
            throw e;
        }
        return journaled(block, stock);
    }

    private interface Telling {
        void tell() throws IOException;
    }

    private ReplicaHandler changed(ExtendedBlock block, ReplicaHandler stock) throws IOException {
        return told(block, stock, () -> changedNow(block, stock));
    }

    private void changedNow(ExtendedBlock block, ReplicaHandler stock) throws IOException {
        ReplicaInPipeline replica = stock.getReplica();
        log().changed(key(block), replica.getStorageUuid(), replica.getGenerationStamp(), replica.getNumBytes());
    }

    /** A finalized replica will be written again. Where it has hard links, as an upgrade makes them, it was copied. */
    private void opened(ExtendedBlock block, ReplicaHandler stock) throws IOException {
        boolean known = log().beforeDeletion(key(block)).isPresent();
        Optional<ReplicaFiles> found = open(key(block));
        if (found.isPresent()) {
            try (ReplicaFiles files = found.get()) {
                files.force();
                if (!known) {
                    ReplicaInPipeline replica = stock.getReplica();
                    log().opened(
                                    key(block),
                                    replica.getStorageUuid(),
                                    replica.getGenerationStamp(),
                                    replica.getNumBytes(),
                                    files);
                }
            }
        }
        if (known) {
            changedNow(block, stock);
        }
    }

    /**
     * What the journal has forgotten is on disk by its old name. The NameNode is about to hear of the new generation stamp:
     * with the old one the replica, and what was synced in it, would not count after a power cut.
     */
    private void forceUnknown(BlockKey key) throws IOException {
        if (log().beforeDeletion(key).isEmpty()) {
            force(key);
        }
    }

    private void force(BlockKey key) throws IOException {
        Optional<ReplicaFiles> found = open(key);
        if (found.isPresent()) {
            try (ReplicaFiles files = found.get()) {
                files.force();
            }
        }
    }

    @Recorded
    @Override
    public ReplicaHandler createRbw(
            StorageType storageType, String storageId, ExtendedBlock b, boolean allowLazyPersist, long newGS)
            throws IOException {
        ReplicaHandler stock = super.createRbw(storageType, storageId, b, allowLazyPersist, newGS);
        return told(b, stock, () -> log().created(key(b)));
    }

    @Recorded
    @Override
    public ReplicaHandler recoverRbw(ExtendedBlock b, long newGS, long minBytesRcvd, long maxBytesRcvd)
            throws IOException {
        return changed(b, super.recoverRbw(b, newGS, minBytesRcvd, maxBytesRcvd));
    }

    @Recorded
    @Override
    public ReplicaHandler append(ExtendedBlock b, long newGS, long expectedBlockLen) throws IOException {
        ReplicaHandler stock = super.append(b, newGS, expectedBlockLen);
        return told(b, stock, () -> opened(b, stock));
    }

    @Recorded
    @Override
    public ReplicaHandler recoverAppend(ExtendedBlock b, long newGS, long expectedBlockLen) throws IOException {
        ReplicaHandler stock = super.recoverAppend(b, newGS, expectedBlockLen);
        return told(b, stock, () -> opened(b, stock));
    }

    @Recorded
    @Override
    public Replica recoverClose(ExtendedBlock b, long newGS, long expectedBlockLen) throws IOException {
        Replica replica = super.recoverClose(b, newGS, expectedBlockLen);
        changedAndFinalized(key(b), replica);
        return replica;
    }

    @Recorded
    @Override
    public Replica updateReplicaUnderRecovery(ExtendedBlock oldBlock, long recoveryId, long newBlockId, long newLength)
            throws IOException {
        Replica replica = super.updateReplicaUnderRecovery(oldBlock, recoveryId, newBlockId, newLength);
        if (replica.getBlockId() == oldBlock.getBlockId()) {
            changedAndFinalized(key(oldBlock), replica);
        }
        return replica;
    }

    private void changedAndFinalized(BlockKey key, Replica replica) throws IOException {
        forceUnknown(key);
        log().changed(key, replica.getStorageUuid(), replica.getGenerationStamp(), replica.getNumBytes());
        finalized(key, replica);
    }

    private void finalized(BlockKey key, Replica replica) throws IOException {
        if (log().beforeDeletion(key).isEmpty()) {
            return;
        }
        Optional<ReplicaFiles> found = open(key);
        if (found.isPresent()) {
            try (ReplicaFiles files = found.get()) {
                log().finalized(
                                key,
                                replica.getStorageUuid(),
                                replica.getGenerationStamp(),
                                replica.getNumBytes(),
                                files);
            }
        }
    }

    @Recorded
    @Override
    public void finalizeBlock(ExtendedBlock b, boolean fsyncDir) throws IOException {
        super.finalizeBlock(b, fsyncDir);
        ReplicaInfo replica = volumeMap.get(b.getBlockPoolId(), b.getBlockId());
        if (replica != null) {
            finalized(key(b), replica);
        }
    }

    @Recorded
    @Override
    public void invalidate(String bpid, Block[] invalidBlks) throws IOException {
        if (trashEnabled(bpid)) {
            for (Block block : invalidBlks) {
                // A rollback takes it out of the trash again.
                log().settle(new BlockKey(bpid, block.getBlockId()));
            }
        }
        super.invalidate(bpid, invalidBlks);
    }

    /** Here a deletion is decided, right before the files go: an order to delete may be refused, or come too late. */
    @Recorded
    @Override
    boolean removeReplicaFromMem(ExtendedBlock block, FsVolumeImpl volume) {
        Optional<Object> before = log().beforeDeletion(key(block));
        boolean removed = super.removeReplicaFromMem(block, volume);
        if (removed && before.isPresent()) {
            deleted(key(block), before.get());
        }
        return removed;
    }

    private void deleted(BlockKey key, Object before) {
        try {
            log().deleted(key, before);
        } catch (IOException e) {
            JOURNAL_LOG.warn("The deletion of {} could not be recorded: a replay may bring it back", key, e);
        }
    }

    @Recorded
    @Override
    public ReplicaInfo moveBlockAcrossStorage(
            ExtendedBlock block, StorageType targetStorageType, String targetStorageId) throws IOException {
        ReplicaInfo moved = super.moveBlockAcrossStorage(block, targetStorageType, targetStorageId);
        log().settle(key(block));
        return moved;
    }

    @Recorded
    @Override
    public ReplicaInfo moveBlockAcrossVolumes(ExtendedBlock block, FsVolumeSpi destination) throws IOException {
        ReplicaInfo moved = super.moveBlockAcrossVolumes(block, destination);
        log().settle(key(block));
        return moved;
    }

    @Override
    public void addBlockPool(String bpid, Configuration conf) throws IOException {
        super.addBlockPool(bpid, conf);
        journal.poolLoaded(bpid);
    }

    @Recorded
    @Override
    public void shutdownBlockPool(String bpid) {
        settlePool(bpid);
        super.shutdownBlockPool(bpid);
    }

    private void settlePool(String bpid) {
        // The thread that ends a block pool is interrupted as a rule, and an interrupted thread cannot force a file.
        boolean interrupted = Thread.interrupted();
        try {
            settleAll(bpid);
        } finally {
            if (interrupted) {
                Thread.currentThread().interrupt();
            }
        }
    }

    private void settleAll(String bpid) {
        for (BlockKey key : log().replicas()) {
            if (key.pool().equals(bpid)) {
                try {
                    log().settle(key);
                } catch (IOException e) {
                    JOURNAL_LOG.error("{} could not be made durable while its block pool is shut down", key, e);
                }
            }
        }
    }

    @Recorded
    @Override
    public void removeVolumes(Collection<StorageLocation> storageLocsToRemove, boolean clearFailure) {
        // What is on a volume that still works becomes durable there; the others are gone with their volume.
        for (BlockKey key : log().replicas()) {
            ReplicaInfo replica = volumeMap.get(key.pool(), key.id());
            boolean goes = replica != null
                    && storageLocsToRemove.contains(replica.getVolume().getStorageLocation());
            if (goes) {
                try {
                    log().settle(key);
                } catch (IOException e) {
                    JOURNAL_LOG.warn("{} could not be made durable before its volume is removed", key, e);
                }
            }
        }
        for (StorageLocation location : storageLocsToRemove) {
            try {
                if (location.getUri() != null && location.getUri().getPath() != null) {
                    journal.dataDirectoryGoes(Path.of(location.getUri().getPath()));
                }
            } catch (IOException e) {
                JOURNAL_LOG.warn("The mark of the journal could not be removed from {}", location, e);
            }
        }
        super.removeVolumes(storageLocsToRemove, clearFailure);
    }

    @Recorded
    @Override
    public void addVolume(StorageLocation location, List<NamespaceInfo> nsInfos) throws IOException {
        journal.dataDirectoryComes(Path.of(location.getUri().getPath()));
        super.addVolume(location, nsInfos);
    }

    @Override
    public void shutdown() {
        boolean interrupted = Thread.interrupted();
        try {
            journal.end();
        } catch (IOException e) {
            JOURNAL_LOG.error("The journal could not be emptied: it is replayed at the next start", e);
        } finally {
            super.shutdown();
            if (interrupted) {
                Thread.currentThread().interrupt();
            }
        }
    }

    // ---- what the journal asks

    @Override
    public Optional<ReplicaFiles> open(BlockKey key) throws IOException {
        ReplicaInfo replica = volumeMap.get(key.pool(), key.id());
        if (replica == null) {
            // Its block pool was shut down, or the directory scanner missed it.
            return journal.onDisk(key);
        }
        if (!(replica instanceof LocalReplica)) {
            return Optional.empty();
        }
        // Renamed by both of its names at once, as seen under the lock that renames hold.
        try (AutoCloseableLock lock =
                acquireDatasetLockManager().readLock(LockLevel.VOLUME, key.pool(), replica.getStorageUuid())) {
            ReplicaInfo now = volumeMap.get(key.pool(), key.id());
            if (now == null) {
                return journal.onDisk(key);
            }
            return Optional.of(OpenReplica.open(Path.of(now.getBlockURI()), Path.of(now.getMetadataURI())));
        }
    }

    @Override
    public void failed(BlockKey key, IOException cause) {
        JOURNAL_LOG.error("The disk of {} does not keep what was written: the replica is given up", key, cause);
        ReplicaInfo replica = volumeMap.get(key.pool(), key.id());
        if (replica != null) {
            node.checkDiskErrorAsync(replica.getVolume());
            try {
                node.reportBadBlocks(new ExtendedBlock(key.pool(), replica), replica.getVolume());
            } catch (IOException e) {
                JOURNAL_LOG.error("{} could not be reported as bad", key, e);
            }
        }
    }
}
