package org.underbase.testbed;

import java.nio.file.Path;
import java.util.ArrayList;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;
import org.apache.hadoop.fs.StorageType;

/** The description of one DataNode: where it stores, and its own settings. A mutable builder. */
public final class DataNodeSpec {
    /**
     * A place to store replicas in.
     *
     * @param disk the node's disk it is on; empty when {@code path} is given
     * @param storageType HDFS's storage type
     * @param path a directory chosen by the caller, never deleted; empty: one on the disk
     */
    record Storage(String disk, StorageType storageType, String path) {}

    private final List<Storage> storages = new ArrayList<>();
    private final Map<String, String> settings = new LinkedHashMap<>();

    DataNodeSpec() {}

    /** Stores on these disks of the node, as storage type DISK. Without any call: on all of them. */
    public DataNodeSpec on(String... disks) {
        for (String disk : disks) {
            on(disk, StorageType.DISK);
        }
        return this;
    }

    /** Stores on a disk of the node, as that storage type. */
    public DataNodeSpec on(String disk, StorageType storageType) {
        storages.add(new Storage(disk, storageType, ""));
        return this;
    }

    /** Stores in a directory of the caller's, which the cluster never deletes. */
    public DataNodeSpec directory(Path directory) {
        storages.add(new Storage(
                "", StorageType.DISK, directory.toAbsolutePath().normalize().toString()));
        return this;
    }

    /** A setting of this DataNode alone. */
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
