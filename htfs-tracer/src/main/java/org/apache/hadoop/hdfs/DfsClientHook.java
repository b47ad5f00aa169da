package org.apache.hadoop.hdfs;

import java.io.IOException;
import java.net.URI;
import org.apache.hadoop.conf.Configuration;
import org.apache.hadoop.util.VersionInfo;

/**
 * A {@link DistributedFileSystem} whose subclass creates the {@link DFSClient}.
 *
 * <p>It is in this package because {@code DistributedFileSystem.initDFSClient(URI, Configuration)}, the only place that
 * creates the client, and the field {@code DistributedFileSystem.dfs} that holds it are package-private.
 */
public abstract class DfsClientHook extends DistributedFileSystem {

    /**
     * Creates the client. {@link #initialize} calls it once, before the file system is usable.
     *
     * @param uri address of the file system
     * @param conf configuration
     * @param statistics byte counters of the client
     * @return the client
     */
    protected abstract DFSClient newClient(URI uri, Configuration conf, Statistics statistics) throws IOException;

    @Override
    void initDFSClient(URI uri, Configuration conf) throws IOException {
        dfs = newClient(uri, conf, statistics);
    }

    /**
     * Checks that Hadoop's classes have the members that this hook needs.
     *
     * @throws IllegalStateException if one is missing; its one line names the Hadoop version and the member
     */
    public static void checkShape() {
        String where = "unsupported Hadoop " + VersionInfo.getVersion() + ": ";
        if (DistributedFileSystem.class.getClassLoader() != DfsClientHook.class.getClassLoader()) {
            throw new IllegalStateException(where + "the class loader of hadoop-hdfs-client must load the tracer's"
                    + " jar; put it on the daemon's or application's class path next to the Hadoop jars");
        }
        try {
            Class<?> returned = DistributedFileSystem.class
                    .getDeclaredMethod("initDFSClient", URI.class, Configuration.class)
                    .getReturnType();
            Class<?> held = DistributedFileSystem.class.getDeclaredField("dfs").getType();
            if (returned != void.class || held != DFSClient.class) {
                throw new IllegalStateException(
                        where + "initDFSClient or dfs of DistributedFileSystem has another type");
            }
        } catch (ReflectiveOperationException e) {
            throw new IllegalStateException(where + "DistributedFileSystem lacks " + e.getMessage(), e);
        }
    }
}
