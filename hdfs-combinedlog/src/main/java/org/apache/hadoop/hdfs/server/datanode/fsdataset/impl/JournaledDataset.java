package org.apache.hadoop.hdfs.server.datanode.fsdataset.impl;

import java.io.File;
import java.io.IOException;
import java.nio.file.Path;
import java.util.Collection;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import java.util.concurrent.ConcurrentHashMap;
import java.util.function.LongFunction;
import org.apache.commons.lang3.exception.ExceptionUtils;
import org.apache.hadoop.conf.Configuration;
import org.apache.hadoop.fs.StorageType;
import org.apache.hadoop.hdfs.protocol.Block;
import org.apache.hadoop.hdfs.protocol.ExtendedBlock;
import org.apache.hadoop.hdfs.server.common.DataNodeLockManager.LockLevel;
import org.apache.hadoop.hdfs.server.common.HdfsServerConstants.ReplicaState;
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
import org.underbase.combinedlog.block.ReplicaSnapshot;
import org.underbase.combinedlog.block.TrackedReplica;
import org.underbase.combinedlog.datanode.DataNodeJournal;
import org.underbase.combinedlog.datanode.OpenReplica;
import org.underbase.combinedlog.datanode.ReplicaAccess;

/**
 * Stock dataset with a journal: block files are stock, and an hsync is a record in the journal. Each method that changes a
 * replica records the change.
 *
 * <p>It is in this package because {@code FsDatasetImpl}, its constructor and its {@code volumeMap} are package-private.
 */
class JournaledDataset extends FsDatasetImpl implements LiveReplicas {
    private static final Logger JOURNAL_LOG = LoggerFactory.getLogger(JournaledDataset.class);

    private final DataNode node;
    private final DataStorage directories;
    private final ReplicaAccess access;
    private final DataNodeJournal journal;

    JournaledDataset(DataNode datanode, DataStorage storage, Configuration conf, ReplicaAccess access)
            throws IOException {
        super(datanode, storage, conf);
        this.node = datanode;
        this.directories = storage;
        this.access = access;
        // The volumes are known, but no replica is loaded before the first block pool.
        try {
            this.journal = DataNodeJournal.open(conf, this::storages, this, storage.getDatanodeUuid(), access);
        } catch (IOException | RuntimeException e) {
            super.shutdown();
            throw e;
        }
        journal.observe(this);
        try {
            if (datanode.ipcServer != null) {
                journal.serve(datanode.ipcServer);
            }
        } catch (IOException | RuntimeException e) {
            shutdown();
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

    private static ReplicaSnapshot snapshot(BlockKey key, Replica replica) {
        return new ReplicaSnapshot(key, replica.getStorageUuid(), replica.getGenerationStamp(), replica.getNumBytes());
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

    /** Closes the replica if its change cannot be recorded. */
    private ReplicaHandler recorded(ExtendedBlock block, ReplicaHandler stock, Change change) throws IOException {
        try {
            change.record();
        } catch (IOException | RuntimeException e) {
            stock.close();
            throw e;
        }
        return journaled(block, stock);
    }

    private interface Change {
        void record() throws IOException;
    }

    private ReplicaHandler changed(ExtendedBlock block, ReplicaHandler stock) throws IOException {
        return recorded(block, stock, () -> changedNow(block, stock));
    }

    private void changedNow(ExtendedBlock block, ReplicaHandler stock) throws IOException {
        log().changed(snapshot(key(block), stock.getReplica()));
    }

    /** Records that a finalized replica is reopened. If an upgrade created hard links of its files, HDFS has copied them. */
    private void opened(ExtendedBlock block, ReplicaHandler stock) throws IOException {
        if (!journal.selects(stock.getReplica())) {
            // Its writer adds no records, so a replay must not find older ones.
            log().settle(key(block));
            return;
        }
        // No client writes the replica before this method returns.
        Optional<ReplicaFiles> found = open(key(block), stamp -> step -> {
            step.run();
            return true;
        });
        if (found.isPresent()) {
            try (ReplicaFiles files = found.get()) {
                log().reopened(snapshot(key(block), stock.getReplica()), files);
            }
        }
    }

    @Recorded
    @Override
    public ReplicaHandler createRbw(
            StorageType storageType, String storageId, ExtendedBlock b, boolean allowLazyPersist, long newGS)
            throws IOException {
        ReplicaHandler stock = super.createRbw(storageType, storageId, b, allowLazyPersist, newGS);
        return recorded(b, stock, () -> log().created(key(b)));
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
        return recorded(b, stock, () -> opened(b, stock));
    }

    @Recorded
    @Override
    public ReplicaHandler recoverAppend(ExtendedBlock b, long newGS, long expectedBlockLen) throws IOException {
        ReplicaHandler stock = super.recoverAppend(b, newGS, expectedBlockLen);
        return recorded(b, stock, () -> opened(b, stock));
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
        if (!journal.selects(replica) && !log().isTracked(key)) {
            return;
        }
        log().recovered(snapshot(key, replica));
        finalized(key, replica);
    }

    private void finalized(BlockKey key, Replica replica) throws IOException {
        if (!log().isTracked(key)) {
            return;
        }
        Optional<ReplicaFiles> found = open(key);
        if (found.isPresent()) {
            try (ReplicaFiles files = found.get()) {
                log().finalized(snapshot(key, replica), files);
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
                // A rollback restores it from the trash.
                log().settle(new BlockKey(bpid, block.getBlockId()));
            }
        }
        super.invalidate(bpid, invalidBlks);
    }

    /** HDFS deletes the files right after this call; an earlier request to delete may be rejected or come too late. */
    @Recorded
    @Override
    boolean removeReplicaFromMem(ExtendedBlock block, FsVolumeImpl volume) {
        Optional<TrackedReplica> tracked = log().find(key(block));
        boolean removed = super.removeReplicaFromMem(block, volume);
        if (removed && tracked.isPresent()) {
            deleted(key(block), tracked.get());
        }
        return removed;
    }

    private void deleted(BlockKey key, TrackedReplica replica) {
        try {
            log().deleted(replica);
        } catch (IOException e) {
            JOURNAL_LOG.warn("Cannot record the deletion of {}: a replay may restore it", key, e);
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

    /** Removes the volumes that the replay could not read or write, as if they had failed while the block pool was loaded. */
    @Override
    public void addBlockPool(String bpid, Configuration conf) throws IOException {
        Map<FsVolumeSpi, IOException> failed = failedVolumes();
        if (!failed.isEmpty()) {
            // Their replicas must not be loaded.
            super.handleVolumeFailures(failed.keySet());
        }
        AddBlockPoolException failures = new AddBlockPoolException(failed);
        try {
            super.addBlockPool(bpid, conf);
        } catch (AddBlockPoolException e) {
            failures.mergeException(e);
        }
        journal.poolLoaded(bpid);
        if (failures.hasExceptions()) {
            // The DataNode reports the volumes, and stops if they are more than it tolerates.
            throw failures;
        }
    }

    private Map<FsVolumeSpi, IOException> failedVolumes() throws IOException {
        Map<String, IOException> storages = journal.failedStorages();
        Map<FsVolumeSpi, IOException> failed = new ConcurrentHashMap<>();
        try (FsVolumeReferences volumes = getFsVolumeReferences()) {
            for (FsVolumeSpi volume : volumes) {
                IOException cause = storages.get(volume.getStorageID());
                if (cause != null) {
                    failed.put(volume, cause);
                }
            }
        }
        return failed;
    }

    @Recorded
    @Override
    public void shutdownBlockPool(String bpid) {
        settlePool(bpid);
        super.shutdownBlockPool(bpid);
    }

    private void settlePool(String bpid) {
        // HDFS usually interrupts the thread that shuts down a block pool, and an interrupted thread cannot rewrite a
        // file after a failed fsync.
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
                    JOURNAL_LOG.error("Cannot fsync {} before the shutdown of its block pool", key, e);
                }
            }
        }
    }

    @Recorded
    @Override
    public void removeVolumes(Collection<StorageLocation> storageLocsToRemove, boolean clearFailure) {
        if (clearFailure) {
            checkRemovable(storageLocsToRemove);
        }
        // Replicas on a working volume are fsynced there; the others are lost with their volume.
        for (BlockKey key : log().replicas()) {
            ReplicaInfo replica = volumeMap.get(key.pool(), key.id());
            boolean removed = replica != null
                    && storageLocsToRemove.contains(replica.getVolume().getStorageLocation());
            if (removed) {
                try {
                    log().settle(key);
                } catch (IOException e) {
                    JOURNAL_LOG.warn("Cannot fsync {} before its volume is removed", key, e);
                }
            }
        }
        for (StorageLocation location : storageLocsToRemove) {
            try {
                if (location.getUri() != null && location.getUri().getPath() != null) {
                    journal.removeDataDirectory(Path.of(location.getUri().getPath()));
                }
            } catch (IOException e) {
                JOURNAL_LOG.warn("Cannot remove the marker file of the journal from {}", location, e);
            }
        }
        super.removeVolumes(storageLocsToRemove, clearFailure);
    }

    /** Rejects an operator's request; a failed volume cannot be kept. {@code DataNode.refreshVolumes} reports the exception. */
    private void checkRemovable(Collection<StorageLocation> locations) {
        try {
            for (StorageLocation location : locations) {
                journal.checkRemovable(Path.of(location.getUri().getPath()));
            }
        } catch (IOException e) {
            // Undeclared, but the callers in the DataNode handle it.
            throw ExceptionUtils.<RuntimeException>rethrow(e);
        }
    }

    @Recorded
    @Override
    public void addVolume(StorageLocation location, List<NamespaceInfo> nsInfos) throws IOException {
        Path dataDir = Path.of(location.getUri().getPath());
        journal.addDataDirectory(dataDir);
        super.addVolume(location, nsInfos);
        journal.volumeLoaded(dataDir);
    }

    @Override
    public void shutdown() {
        boolean interrupted = Thread.interrupted();
        try {
            journal.end();
        } catch (IOException e) {
            JOURNAL_LOG.error("Cannot empty the journal: the next start replays it", e);
        } finally {
            super.shutdown();
            if (interrupted) {
                Thread.currentThread().interrupt();
            }
        }
    }

    // ---- callbacks of the journal

    @Override
    public Optional<ReplicaFiles> open(BlockKey key) throws IOException {
        return open(key, stamp -> step -> runIfFinalized(key, stamp, step));
    }

    /** @param exclusion function from the generation stamp of the opened files to the exclusion of their clients */
    private Optional<ReplicaFiles> open(BlockKey key, LongFunction<OpenReplica.Exclusion> exclusion)
            throws IOException {
        ReplicaInfo replica = volumeMap.get(key.pool(), key.id());
        if (replica == null) {
            // Its block pool was shut down, or the directory scanner removed it from the map.
            return journal.onDisk(key);
        }
        if (!(replica instanceof LocalReplica)) {
            return Optional.empty();
        }
        // Under the lock of renames, so that both names are either old or new.
        try (AutoCloseableLock lock =
                acquireDatasetLockManager().readLock(LockLevel.VOLUME, key.pool(), replica.getStorageUuid())) {
            ReplicaInfo now = volumeMap.get(key.pool(), key.id());
            if (now == null) {
                return journal.onDisk(key);
            }
            return Optional.of(OpenReplica.open(
                    Path.of(now.getBlockURI()),
                    Path.of(now.getMetadataURI()),
                    exclusion.apply(now.getGenerationStamp()),
                    access));
        }
    }

    /**
     * Runs a step under the lock that an append and a block recovery require. The lock stops all writers of the volume, so a rewrite
     * takes it for each step. A change of the replica in between gives it another generation stamp.
     */
    private boolean runIfFinalized(BlockKey key, long stamp, OpenReplica.Rewrite step) throws IOException {
        ReplicaInfo replica = volumeMap.get(key.pool(), key.id());
        if (replica == null) {
            return false;
        }
        try (AutoCloseableLock lock =
                acquireDatasetLockManager().readLock(LockLevel.VOLUME, key.pool(), replica.getStorageUuid())) {
            ReplicaInfo now = volumeMap.get(key.pool(), key.id());
            if (now == null || now.getState() != ReplicaState.FINALIZED || now.getGenerationStamp() != stamp) {
                return false;
            }
            step.run();
            return true;
        }
    }

    @Override
    public void failed(BlockKey key, IOException cause) {
        JOURNAL_LOG.error("The disk of {} lost written bytes: reporting the replica as bad", key, cause);
        ReplicaInfo replica = volumeMap.get(key.pool(), key.id());
        if (replica != null) {
            node.checkDiskErrorAsync(replica.getVolume());
            try {
                node.reportBadBlocks(new ExtendedBlock(key.pool(), replica), replica.getVolume());
            } catch (IOException e) {
                JOURNAL_LOG.error("Cannot report {} as bad", key, e);
            }
        }
    }
}
