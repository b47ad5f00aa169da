package org.underbase.testbed;

import java.nio.file.Path;
import java.util.ArrayList;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;
import org.apache.hadoop.fs.StorageType;

/** Description of a DataNode: its data directories and its settings. Mutable. */
public final class DataNodeSpec {
    /**
     * Description of a data directory.
     *
     * @param disk name of the node's disk; empty if {@code path} is given
     * @param storageType HDFS's storage type
     * @param path directory of the caller, which the cluster does not delete; empty for a directory on the disk
     */
    record Storage(String disk, StorageType storageType, String path) {}

    private final List<Storage> storages = new ArrayList<>();
    private final Map<String, String> settings = new LinkedHashMap<>();

    DataNodeSpec() {}

    /** Stores on these disks of the node with storage type DISK. Default: all disks. */
    public DataNodeSpec on(String... disks) {
        for (String disk : disks) {
            on(disk, StorageType.DISK);
        }
        return this;
    }

    /** Stores on a disk of the node with a storage type. */
    public DataNodeSpec on(String disk, StorageType storageType) {
        storages.add(new Storage(disk, storageType, ""));
        return this;
    }

    /** Stores in a directory of the caller with storage type DISK; the cluster does not delete it. */
    public DataNodeSpec directory(Path directory) {
        return directory(directory, StorageType.DISK);
    }

    /** Stores in a directory of the caller with a storage type; the cluster does not delete it. */
    public DataNodeSpec directory(Path directory, StorageType storageType) {
        storages.add(new Storage(
                "", storageType, directory.toAbsolutePath().normalize().toString()));
        return this;
    }

    /** Sets a key of this DataNode only. */
    public DataNodeSpec set(String key, String value) {
        settings.put(key, value);
        return this;
    }

    List<Storage> storages() {
        return List.copyOf(storages);
    }

    Map<String, String> settings() {
        return Map.copyOf(settings);
    }
}
