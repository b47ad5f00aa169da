package org.apache.hadoop.hdfs;

import java.io.IOException;
import org.apache.hadoop.security.UserGroupInformation;

/** In this package because of {@code DFSClient.ugi}: nothing public tells whose file system a DistributedFileSystem is. */
public final class DfsClientUser {
    private DfsClientUser() {}

    /**
     * The user all calls of this file system are made as.
     *
     * @throws IOException when the file system is closed
     */
    public static UserGroupInformation of(DistributedFileSystem fileSystem) throws IOException {
        DFSClient client = fileSystem.getClient();
        if (client == null || !client.isClientRunning()) {
            throw new IOException("the file system " + fileSystem.getUri() + " is closed");
        }
        return client.ugi;
    }
}
