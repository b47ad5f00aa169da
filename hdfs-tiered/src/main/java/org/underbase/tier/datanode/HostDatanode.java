package org.underbase.tier.datanode;

import java.io.IOException;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.HashMap;
import java.util.LinkedHashSet;
import java.util.List;
import java.util.Map;
import java.util.Objects;
import java.util.Optional;
import java.util.OptionalLong;
import java.util.Set;
import org.apache.hadoop.conf.Configuration;
import org.apache.hadoop.fs.StorageType;
import org.apache.hadoop.hdfs.server.datanode.DataNode;
import org.apache.hadoop.hdfs.server.datanode.StorageLocation;
import org.apache.hadoop.hdfs.server.datanode.fsdataset.FsDatasetSpi;
import org.apache.hadoop.util.VersionInfo;

/** View of the DataNode for the plug-in; the only class that uses the class DataNode. Thread-safe. */
final class HostDatanode {
    private static final List<String> MEMBERS = List.of(
            "getConf",
            "getDatanodeUuid",
            "getDisplayName",
            "getFSDataset",
            "isDatanodeFullyStarted",
            "getBPServiceActorInfoMap");

    private final DataNode datanode;

    /**
     * Creates a view.
     *
     * @throws IllegalStateException if this Hadoop release lacks a required member
     */
    HostDatanode(DataNode datanode) {
        this.datanode = Objects.requireNonNull(datanode, "datanode");
        for (String member : MEMBERS) {
            try {
                DataNode.class.getMethod(member);
            } catch (NoSuchMethodException e) {
                throw new IllegalStateException(
                        "the DataNode of Hadoop " + VersionInfo.getVersion() + " has no method " + member
                                + ": this version is not supported",
                        e);
            }
        }
    }

    Configuration conf() {
        return datanode.getConf();
    }

    /** Returns the UUID; empty until the storage is loaded or formatted, after the first response of a NameNode. */
    Optional<String> uuid() {
        return Optional.ofNullable(datanode.getDatanodeUuid());
    }

    /** Returns the transfer address, {@code host:port}. */
    String address() {
        return datanode.getDisplayName();
    }

    /**
     * Returns the RPC addresses, {@code host:port}, of the NameNodes to which the DataNode sends heartbeats. They change with
     * {@code dfsadmin -refreshNamenodes}.
     */
    Set<String> namenodes() {
        Set<String> addresses = new LinkedHashSet<>();
        for (Map<String, String> actor : datanode.getBPServiceActorInfoMap()) {
            addresses.add(actor.get("NamenodeAddress"));
        }
        return addresses;
    }

    /**
     * Returns the block pool of a NameNode; empty before its first response.
     *
     * @param namenode RPC address, {@code host:port}
     */
    Optional<String> blockPool(String namenode) {
        Map<String, String> pools = new HashMap<>();
        for (Map<String, String> actor : datanode.getBPServiceActorInfoMap()) {
            if (actor.get("BlockPoolID") != null) {
                pools.put(actor.get("NamenodeAddress"), actor.get("BlockPoolID"));
            }
        }
        // Almost always there is one, independent of the spelling of addresses.
        Set<String> distinct = Set.copyOf(pools.values());
        return distinct.size() == 1 ? distinct.stream().findFirst() : Optional.ofNullable(pools.get(namenode));
    }

    /** Whether the volumes are in use. */
    boolean started() {
        return datanode.isDatanodeFullyStarted();
    }

    /** Returns the capacity of all volumes, in bytes; empty until they are in use. */
    OptionalLong capacity() {
        FsDatasetSpi<?> dataset = datanode.getFSDataset();
        try {
            return dataset == null ? OptionalLong.empty() : OptionalLong.of(dataset.getCapacity());
        } catch (IOException e) {
            return OptionalLong.empty();
        }
    }

    /** Returns the local data directories. */
    List<Path> directories() {
        List<Path> directories = new ArrayList<>();
        for (StorageLocation location : DataNode.getStorageLocations(conf())) {
            if (location.getStorageType() != StorageType.PROVIDED) {
                directories.add(Path.of(location.getUri().getPath()));
            }
        }
        return directories;
    }
}
