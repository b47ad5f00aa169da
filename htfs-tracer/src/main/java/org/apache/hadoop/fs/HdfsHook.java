package org.apache.hadoop.fs;

import java.io.IOException;
import java.net.URI;
import java.net.URISyntaxException;
import org.apache.hadoop.conf.Configuration;
import org.apache.hadoop.hdfs.DFSClient;
import org.apache.hadoop.util.VersionInfo;

/**
 * The {@code FileContext} side of {@code hdfs://} with a {@link DFSClient} of its subclass' choice.
 *
 * <p>It is in this package because the constructor {@code Hdfs(URI, Configuration)} and the field {@code Hdfs.dfs} that
 * holds the client are package-private.
 */
public abstract class HdfsHook extends Hdfs {
    /** Makes the client. */
    @FunctionalInterface
    protected interface ClientMaker {
        DFSClient make(URI uri, Configuration conf, FileSystem.Statistics statistics) throws IOException;
    }

    /** Makes the stock client, as the superclass does, and puts another in its place before it has been used. */
    protected HdfsHook(URI uri, Configuration conf, ClientMaker maker) throws IOException, URISyntaxException {
        super(checked(uri), conf);
        DFSClient stock = dfs;
        dfs = maker.make(uri, conf, getStatistics());
        stock.close();
    }

    /** The client in use. */
    protected final DFSClient client() {
        return dfs;
    }

    private static URI checked(URI uri) {
        if (Hdfs.class.getClassLoader() != HdfsHook.class.getClassLoader()) {
            throw new IllegalStateException("the tracer does not fit Hadoop " + VersionInfo.getVersion()
                    + ": its jar must be loaded by the class loader of hadoop-hdfs-client; put it on the daemon's or"
                    + " application's class path beside the Hadoop jars");
        }
        return uri;
    }
}
