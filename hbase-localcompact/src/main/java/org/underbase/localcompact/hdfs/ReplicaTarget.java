package org.underbase.localcompact.hdfs;

import java.io.IOException;
import java.util.ArrayList;
import java.util.List;
import org.apache.hadoop.fs.StorageType;
import org.apache.hadoop.hdfs.protocol.DatanodeInfo;
import org.apache.hadoop.hdfs.protocol.LocatedBlock;

/** Location of one replica, as an index into the locations of its block. */
record ReplicaTarget(LocatedBlock block, int index) {
    /** Finds the location with a data transfer address {@code ip:port}. */
    static ReplicaTarget of(LocatedBlock block, String dataNode) throws IOException {
        DatanodeInfo[] locations = block.getLocations();
        for (int i = 0; i < locations.length; i++) {
            if (locations[i].getXferAddr().equals(dataNode)) {
                if (block.getStorageIDs() == null || block.getStorageTypes() == null) {
                    throw new IOException("no storages in the locations of " + block.getBlock());
                }
                return new ReplicaTarget(block, i);
            }
        }
        throw new IOException("DataNode " + dataNode + " is not among the locations of " + block.getBlock() + ": "
                + addresses(block));
    }

    /** Lists the data transfer addresses of all locations, in order. */
    static List<String> addresses(LocatedBlock block) {
        List<String> addresses = new ArrayList<>();
        for (DatanodeInfo location : block.getLocations()) {
            addresses.add(location.getXferAddr());
        }
        return addresses;
    }

    DatanodeInfo node() {
        return block.getLocations()[index];
    }

    StorageType storageType() {
        return block.getStorageTypes()[index];
    }

    String storageId() {
        return block.getStorageIDs()[index];
    }

    @Override
    public String toString() {
        return "replica of " + block.getBlock() + " on DataNode " + node().getXferAddr();
    }
}
