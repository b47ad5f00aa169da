package org.apache.hadoop.hdfs;

import java.io.IOException;
import java.net.URI;
import org.apache.hadoop.conf.Configuration;
import org.apache.hadoop.util.VersionInfo;

/**
 * A {@link DistributedFileSystem} whose {@link DFSClient} is made by its subclass.
 *
 * <p>It is in this package because {@code DistributedFileSystem.initDFSClient(URI, Configuration)}, the only place where
 * the client is made, and the field {@code DistributedFileSystem.dfs} that holds it are package-private.
 */
public abstract class DfsClientHook extends DistributedFileSystem {

    /**
     * The client this file system shall use. Called once, from {@link #initialize}, before the file system can be used.
     *
     * @param statistics where the client counts the bytes it moves
     */
    protected abstract DFSClient newClient(URI uri, Configuration conf, Statistics statistics) throws IOException;

    @Override
    void initDFSClient(URI uri, Configuration conf) throws IOException {
        dfs = newClient(uri, conf, statistics);
    }

    /**
     * Fails with one line when Hadoop's classes are not shaped as this hook needs them.
     *
     * @throws IllegalStateException naming the Hadoop version and what is missing
     */
    public static void checkShape() {
        String where = "the tracer does not fit Hadoop " + VersionInfo.getVersion() + ": ";
        if (DistributedFileSystem.class.getClassLoader() != DfsClientHook.class.getClassLoader()) {
            throw new IllegalStateException(where + "its jar must be loaded by the class loader of hadoop-hdfs-client;"
                    + " put it on the daemon's or application's class path beside the Hadoop jars");
        }
        try {
            Class<?> returned = DistributedFileSystem.class
                    .getDeclaredMethod("initDFSClient", URI.class, Configuration.class)
                    .getReturnType();
            Class<?> held = DistributedFileSystem.class.getDeclaredField("dfs").getType();
            if (returned != void.class || held != DFSClient.class) {
                throw new IllegalStateException(
                        where + "DistributedFileSystem makes or holds its DFSClient differently");
            }
        } catch (ReflectiveOperationException e) {
            throw new IllegalStateException(where + "DistributedFileSystem lacks " + e.getMessage(), e);
        }
    }
}
