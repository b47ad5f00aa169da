package org.apache.hadoop.hdfs.server.datanode.fsdataset.impl;

import java.io.IOException;
import java.nio.file.Path;
import java.util.Arrays;
import java.util.Map;
import java.util.Optional;
import java.util.function.LongFunction;
import java.util.function.Supplier;
import org.apache.hadoop.hdfs.protocol.ExtendedBlock;
import org.apache.hadoop.hdfs.server.common.DataNodeLockManager.LockLevel;
import org.apache.hadoop.hdfs.server.common.HdfsServerConstants.ReplicaState;
import org.apache.hadoop.hdfs.server.datanode.DataNode;
import org.apache.hadoop.hdfs.server.datanode.LocalReplica;
import org.apache.hadoop.hdfs.server.datanode.ReplicaInfo;
import org.apache.hadoop.util.AutoCloseableLock;
import org.slf4j.Logger;
import org.slf4j.LoggerFactory;
import org.underbase.combinedlog.block.BlockKey;
import org.underbase.combinedlog.block.LiveReplicas;
import org.underbase.combinedlog.block.ReplicaFiles;
import org.underbase.combinedlog.datanode.DataNodeJournal;
import org.underbase.combinedlog.datanode.OpenReplica;
import org.underbase.combinedlog.datanode.ReplicaAccess;

/** Replicas of a dataset with a journal, as the journal accesses them. Thread-safe. */
final class ServedReplicas implements LiveReplicas {
    private static final Logger LOG = LoggerFactory.getLogger(JournaledDataset.class);

    private final FsDatasetImpl dataset;
    private final DataNode node;
    private final Supplier<Map<String, Path>> storages;
    private final ReplicaAccess access;

    ServedReplicas(FsDatasetImpl dataset, DataNode node, Supplier<Map<String, Path>> storages, ReplicaAccess access) {
        this.dataset = dataset;
        this.node = node;
        this.storages = storages;
        this.access = access;
    }

    @Override
    public Optional<ReplicaFiles> open(BlockKey key) throws IOException {
        return open(key, stamp -> step -> runIfUnwritten(key, stamp, step));
    }

    /** The journal may call this before the constructor returns. */
    private Optional<ReplicaFiles> onDisk(BlockKey key) throws IOException {
        return DataNodeJournal.onDisk(storages.get(), access, key);
    }

    /** @param exclusion function from the generation stamp of the opened files to the exclusion of their clients */
    Optional<ReplicaFiles> open(BlockKey key, LongFunction<OpenReplica.Exclusion> exclusion) throws IOException {
        ReplicaInfo replica = dataset.volumeMap.get(key.pool(), key.id());
        if (replica == null) {
            // Its block pool is not loaded or was shut down, or the directory scanner removed it from the map.
            return onDisk(key);
        }
        if (!(replica instanceof LocalReplica)) {
            return Optional.empty();
        }
        // Under the lock of renames, so that both names are either old or new.
        try (AutoCloseableLock lock =
                dataset.acquireDatasetLockManager().readLock(LockLevel.VOLUME, key.pool(), replica.getStorageUuid())) {
            ReplicaInfo now = dataset.volumeMap.get(key.pool(), key.id());
            if (now == null) {
                return onDisk(key);
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
    private boolean runIfUnwritten(BlockKey key, long stamp, OpenReplica.Rewrite step) throws IOException {
        ReplicaInfo replica = dataset.volumeMap.get(key.pool(), key.id());
        if (replica == null) {
            return false;
        }
        try (AutoCloseableLock lock =
                dataset.acquireDatasetLockManager().readLock(LockLevel.VOLUME, key.pool(), replica.getStorageUuid())) {
            ReplicaInfo now = dataset.volumeMap.get(key.pool(), key.id());
            boolean unwritten = now != null
                    && (now.getState() == ReplicaState.FINALIZED || now.getState() == ReplicaState.RWR)
                    && now.getGenerationStamp() == stamp;
            if (!unwritten) {
                return false;
            }
            step.run();
            return true;
        }
    }

    @Override
    public boolean isServed(String storage) {
        return dataset.getStorage(storage) != null;
    }

    @Override
    public boolean isLoaded(String pool) {
        return Arrays.asList(dataset.volumeMap.getBlockPoolList()).contains(pool);
    }

    @Override
    public void failed(BlockKey key, IOException cause) {
        LOG.error("The disk of {} lost written bytes: reporting the replica as bad", key, cause);
        ReplicaInfo replica = dataset.volumeMap.get(key.pool(), key.id());
        if (replica != null) {
            node.checkDiskErrorAsync(replica.getVolume());
            try {
                node.reportBadBlocks(new ExtendedBlock(key.pool(), replica), replica.getVolume());
            } catch (IOException e) {
                LOG.error("Cannot report {} as bad", key, e);
            }
        }
    }
}
