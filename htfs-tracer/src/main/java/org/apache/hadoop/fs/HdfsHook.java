package org.apache.hadoop.fs;

import java.io.IOException;
import java.net.URI;
import java.net.URISyntaxException;
import org.apache.hadoop.conf.Configuration;
import org.apache.hadoop.hdfs.DFSClient;
import org.apache.hadoop.util.VersionInfo;

/**
 * The {@code FileContext} side of {@code hdfs://}, whose subclass creates the {@link DFSClient}.
 *
 * <p>It is in this package because the constructor {@code Hdfs(URI, Configuration)} and the field {@code Hdfs.dfs} that
 * holds the client are package-private.
 */
public abstract class HdfsHook extends Hdfs {
    /** Factory of the client. */
    @FunctionalInterface
    protected interface ClientMaker {
        DFSClient make(URI uri, Configuration conf, FileSystem.Statistics statistics) throws IOException;
    }

    /** Creates the stock client through the superclass and replaces it before its first use. */
    protected HdfsHook(URI uri, Configuration conf, ClientMaker maker) throws IOException, URISyntaxException {
        super(checked(uri), conf);
        DFSClient stock = dfs;
        dfs = maker.make(uri, conf, getStatistics());
        stock.close();
    }

    /** Returns the client. */
    protected final DFSClient client() {
        return dfs;
    }

    private static URI checked(URI uri) {
        if (Hdfs.class.getClassLoader() != HdfsHook.class.getClassLoader()) {
            throw new IllegalStateException("unsupported Hadoop " + VersionInfo.getVersion()
                    + ": the class loader of hadoop-hdfs-client must load the tracer's jar; put it on the daemon's"
                    + " or application's class path next to the Hadoop jars");
        }
        return uri;
    }
}
