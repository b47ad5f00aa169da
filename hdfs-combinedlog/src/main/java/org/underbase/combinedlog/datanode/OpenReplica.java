package org.underbase.combinedlog.datanode;

import java.io.IOException;
import java.nio.file.Path;
import org.underbase.combinedlog.block.ReplicaFiles;

/** Opens the files of a replica that a DataNode serves. */
public final class OpenReplica {
    private OpenReplica() {}

    /**
     * Opens both files.
     *
     * @param data the data file
     * @param meta the checksum file
     * @return the files, to be closed by the caller
     * @throws IOException where one is not there or cannot be opened
     */
    public static ReplicaFiles open(Path data, Path meta) throws IOException {
        return new LocalFiles(data, meta);
    }
}
