package org.underbase.combinedlog.datanode;

import java.io.IOException;
import org.apache.hadoop.hdfs.server.datanode.fsdataset.FsDatasetSpi;
import org.apache.hadoop.hdfs.server.datanode.fsdataset.FsDatasetSpi.FsVolumeReferences;
import org.apache.hadoop.hdfs.server.datanode.fsdataset.FsVolumeSpi;
import org.slf4j.Logger;
import org.slf4j.LoggerFactory;
import org.underbase.combinedlog.mode.StorageModes;
import org.underbase.combinedlog.mode.SyncMode;

/**
 * Storages of a DataNode on which hflush is durable, for its metrics. If they fail or are full, the NameNode silently places
 * replicas on other storages.
 */
final class DurableStorages {
    private static final Logger LOG = LoggerFactory.getLogger(DurableStorages.class);

    /**
     * Storages and their free space.
     *
     * @param storages number of working storages
     * @param freeBytes free space, in bytes
     */
    record Space(int storages, long freeBytes) {
        static final Space NONE = new Space(0, 0);
    }

    private final FsDatasetSpi<?> dataset;
    private final StorageModes modes;

    DurableStorages(FsDatasetSpi<?> dataset, StorageModes modes) {
        this.dataset = dataset;
        this.modes = modes;
    }

    Space space() {
        int storages = 0;
        long free = 0;
        try (FsVolumeReferences volumes = dataset.getFsVolumeReferences()) {
            for (FsVolumeSpi volume : volumes) {
                if (modes.of(volume.getStorageType()) == SyncMode.DURABLE_HFLUSH) {
                    free += volume.getAvailable();
                    storages++;
                }
            }
        } catch (IOException e) {
            // A volume that cannot be read counts as missing; the DataNode's disk check reports it.
            LOG.debug("Cannot read the free space of a volume", e);
        }
        return new Space(storages, free);
    }
}
