package org.apache.hadoop.hdfs;

import java.io.IOException;
import org.apache.hadoop.security.UserGroupInformation;

/**
 * Access to {@code DFSClient.ugi}, which is package-private: no public member returns the user of a
 * DistributedFileSystem.
 */
public final class DfsClientUser {
    private DfsClientUser() {}

    /**
     * Returns the user of all calls of a file system.
     *
     * @throws IOException if the file system is closed
     */
    public static UserGroupInformation of(DistributedFileSystem fileSystem) throws IOException {
        DFSClient client = fileSystem.getClient();
        if (client == null || !client.isClientRunning()) {
            throw new IOException("the file system " + fileSystem.getUri() + " is closed");
        }
        return client.ugi;
    }
}
