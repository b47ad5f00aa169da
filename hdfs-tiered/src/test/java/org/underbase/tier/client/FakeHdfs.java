package org.underbase.tier.client;

import java.io.FileNotFoundException;
import java.io.IOException;
import java.net.InetSocketAddress;
import java.net.URI;
import org.apache.hadoop.conf.Configuration;
import org.apache.hadoop.fs.BlockLocation;
import org.apache.hadoop.fs.FileStatus;
import org.apache.hadoop.fs.LocatedFileStatus;
import org.apache.hadoop.fs.Path;
import org.apache.hadoop.fs.RemoteIterator;
import org.apache.hadoop.hdfs.DistributedFileSystem;
import org.apache.hadoop.util.functional.RemoteIterators;

/**
 * HDFS client of a {@link FakeNamenode}, which has no files: every path except {@code /absent} exists, and {@code /dir} is a
 * directory with the files {@code a} and {@code b} and an unreadable directory.
 */
public final class FakeHdfs extends DistributedFileSystem {
    private static final String DIRECTORY = "/dir";
    private static final String CLOSED_DIRECTORY = "/dir/closed";

    /** For fs.hdfs.impl. */
    public FakeHdfs() {}

    /** A file system of one NameNode. */
    public static FakeHdfs of(FakeNamenode namenode) throws IOException {
        InetSocketAddress address = namenode.address();
        return of("127.0.0.1:" + address.getPort(), conf());
    }

    static FakeHdfs of(String authority, Configuration conf) throws IOException {
        FakeHdfs hdfs = new FakeHdfs();
        hdfs.initialize(URI.create("hdfs://" + authority), conf);
        return hdfs;
    }

    /** Fails fast. */
    public static Configuration conf() {
        Configuration conf = new Configuration();
        conf.setInt("ipc.client.connect.max.retries", 0);
        conf.setInt("dfs.client.failover.sleep.base.millis", 10);
        conf.setInt("dfs.client.failover.sleep.max.millis", 100);
        conf.setInt("dfs.client.failover.max.attempts", 6);
        return conf;
    }

    /** The configuration of the HA group {@code ns}. */
    static Configuration group(FakeNamenode... namenodes) {
        Configuration conf = conf();
        conf.set("dfs.nameservices", "ns");
        StringBuilder ids = new StringBuilder();
        for (int i = 0; i < namenodes.length; i++) {
            ids.append(i == 0 ? "" : ",").append("nn").append(i);
            conf.set(
                    "dfs.namenode.rpc-address.ns.nn" + i,
                    "127.0.0.1:" + namenodes[i].address().getPort());
        }
        conf.set("dfs.ha.namenodes.ns", ids.toString());
        conf.set(
                "dfs.client.failover.proxy.provider.ns",
                "org.apache.hadoop.hdfs.server.namenode.ha.ConfiguredFailoverProxyProvider");
        return conf;
    }

    @Override
    public Path resolvePath(Path path) throws IOException {
        return getFileStatus(path).getPath();
    }

    @Override
    public FileStatus getFileStatus(Path path) throws IOException {
        String plain = path.toUri().getPath();
        if (plain.equals("/absent")) {
            throw new FileNotFoundException("File does not exist: /absent");
        }
        return status(plain, plain.equals(DIRECTORY) || plain.equals(CLOSED_DIRECTORY));
    }

    private FileStatus status(String path, boolean directory) {
        return new FileStatus(1, directory, 1, 1, 1, makeQualified(new Path(path)));
    }

    @Override
    public RemoteIterator<LocatedFileStatus> listFiles(Path path, boolean recursive) {
        String plain = path.toUri().getPath();
        String[] files = plain.equals(DIRECTORY) ? new String[] {"/dir/a", "/dir/b"} : new String[] {plain};
        return RemoteIterators.mappingRemoteIterator(
                RemoteIterators.remoteIteratorFromArray(files),
                file -> new LocatedFileStatus(status(file, false), new BlockLocation[0]));
    }

    @Override
    public RemoteIterator<FileStatus> listStatusIterator(Path path) throws IOException {
        return switch (path.toUri().getPath()) {
            case DIRECTORY ->
                RemoteIterators.remoteIteratorFromArray(new FileStatus[] {
                    status("/dir/a", false),
                    status("/dir/b", false),
                    status("/refused", false),
                    status(CLOSED_DIRECTORY, true)
                });
            case CLOSED_DIRECTORY ->
                throw new org.apache.hadoop.security.AccessControlException("Permission denied: " + CLOSED_DIRECTORY);
            default -> throw new FileNotFoundException(path.toString());
        };
    }
}
