package org.underbase.combinedlog.datanode;

import java.io.IOException;
import java.nio.file.Path;
import org.underbase.combinedlog.block.ReplicaFiles;

/** Factory for the files of a replica that a DataNode serves. */
public final class OpenReplica {
    private OpenReplica() {}

    /**
     * Opens both files.
     *
     * @param data data file
     * @param meta checksum file
     * @return the files, which the caller closes
     * @throws IOException if a file is missing or cannot be opened
     */
    public static ReplicaFiles open(Path data, Path meta) throws IOException {
        return new LocalFiles(data, meta);
    }
}
