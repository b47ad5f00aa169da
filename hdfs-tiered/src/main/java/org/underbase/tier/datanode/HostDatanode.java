package org.underbase.tier.datanode;

import java.io.IOException;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.List;
import java.util.Objects;
import java.util.Optional;
import java.util.OptionalLong;
import org.apache.hadoop.conf.Configuration;
import org.apache.hadoop.fs.StorageType;
import org.apache.hadoop.hdfs.server.datanode.DataNode;
import org.apache.hadoop.hdfs.server.datanode.StorageLocation;
import org.apache.hadoop.hdfs.server.datanode.fsdataset.FsDatasetSpi;
import org.apache.hadoop.util.VersionInfo;

/** What the plug-in wants to know of its DataNode: everything that touches the class DataNode is here. Thread-safe. */
final class HostDatanode {
    private static final List<String> MEMBERS =
            List.of("getConf", "getDatanodeUuid", "getDisplayName", "getFSDataset", "isDatanodeFullyStarted");

    private final DataNode datanode;

    /** @throws IllegalStateException when this Hadoop's DataNode lacks what is needed */
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

    /** Empty until the storage was read or formatted, which waits for the first answer of a NameNode. */
    Optional<String> uuid() {
        return Optional.ofNullable(datanode.getDatanodeUuid());
    }

    /** {@code host:port} of the data transfer address. */
    String address() {
        return datanode.getDisplayName();
    }

    /** Whether the volumes are in use. */
    boolean started() {
        return datanode.isDatanodeFullyStarted();
    }

    /** Bytes of all volumes; empty while they are not in use. */
    OptionalLong capacity() {
        FsDatasetSpi<?> dataset = datanode.getFSDataset();
        try {
            return dataset == null ? OptionalLong.empty() : OptionalLong.of(dataset.getCapacity());
        } catch (IOException e) {
            return OptionalLong.empty();
        }
    }

    /** The data directories that are on this machine. */
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
