package org.underbase.combinedlog.mode;

import java.util.List;
import java.util.Set;
import org.apache.hadoop.fs.StorageType;

/**
 * Modes of the storage types. A DataNode does not know the paths of its replicas, but the NameNode selects a storage type by the
 * storage policy of a file's directory: so the storage type is the mark of the directories.
 *
 * @param journaled storage types whose hsyncs go to the journal; empty: all types on disk
 * @param durableHflush those on which an hflush is as durable as an hsync
 */
public record StorageModes(Set<StorageType> journaled, Set<StorageType> durableHflush) {
    /**
     * Copies and checks the sets.
     *
     * @throws IllegalArgumentException if hflush would be durable on a type whose hsyncs do not go to the journal, or on a type
     *     that is not on disk
     */
    public StorageModes {
        journaled = Set.copyOf(journaled);
        durableHflush = Set.copyOf(durableHflush);
        for (Set<StorageType> each : List.of(journaled, durableHflush)) {
            for (StorageType type : each) {
                if (!isOnDisk(type)) {
                    throw new IllegalArgumentException("storage type " + type + " is not on disk");
                }
            }
        }
        if (!journaled.isEmpty() && !journaled.containsAll(durableHflush)) {
            throw new IllegalArgumentException("hflush is durable on " + durableHflush + ", but only hsyncs on "
                    + journaled + " go to the journal");
        }
    }

    /**
     * Reports whether a DataNode stores replicas of this type in files of a local disk.
     *
     * @param type storage type
     * @return false for memory and for storages outside of HDFS
     */
    public static boolean isOnDisk(StorageType type) {
        return !type.isTransient() && type != StorageType.PROVIDED;
    }

    /**
     * Returns the mode of a storage type.
     *
     * @param type storage type
     * @return its mode
     */
    public SyncMode of(StorageType type) {
        if (durableHflush.contains(type)) {
            return SyncMode.DURABLE_HFLUSH;
        }
        boolean selected = isOnDisk(type) && (journaled.isEmpty() || journaled.contains(type));
        return selected ? SyncMode.JOURNAL : SyncMode.STOCK;
    }
}
