package org.underbase.tier.client;

import java.io.Closeable;
import java.io.IOException;
import java.net.URI;
import java.util.ArrayList;
import java.util.HashMap;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Locale;
import java.util.Map;
import org.apache.hadoop.conf.Configuration;
import org.apache.hadoop.fs.FileSystem;
import org.apache.hadoop.fs.Path;
import org.apache.hadoop.hdfs.DfsClientUser;
import org.apache.hadoop.hdfs.DistributedFileSystem;
import org.apache.hadoop.hdfs.ViewDistributedFileSystem;
import org.apache.hadoop.hdfs.protocol.HdfsConstants;
import org.apache.hadoop.security.UserGroupInformation;
import org.underbase.tier.protocol.TierException;
import org.underbase.tier.protocol.TierProtocolTranslator;

/**
 * HDFS clusters below one FileSystem, through any wrappers, with a connection to the tier plug-in of each, created on first
 * use. Thread-safe.
 */
final class Clusters implements Closeable {
    private final FileSystem fileSystem;
    private final Map<String, TierConnection> connections = new HashMap<>();
    private boolean closed;

    Clusters(FileSystem fileSystem) {
        this.fileSystem = fileSystem;
    }

    /** Path in the namespace of a cluster. */
    record Located(TierConnection connection, String path) {}

    /**
     * Checks that the file system contains HDFS.
     *
     * @throws TierException if it does not
     */
    void requireHdfs() throws TierException {
        if (below().isEmpty()) {
            throw new TierException(fileSystem.getUri() + " is not HDFS: only hdfs:// file systems have tiers");
        }
    }

    /**
     * Resolves a path through mount points, wrappers, symbolic links and the working directory.
     *
     * @throws java.io.FileNotFoundException if the path does not exist
     * @throws TierException if it is not on HDFS
     */
    Located locate(Path path) throws IOException {
        return at(fileSystem.resolvePath(path));
    }

    /** Like {@link #locate}, for a path from a listing: HDFS lists resolved paths, which need no second lookup. */
    Located locateListed(Path path) throws IOException {
        boolean plain = HdfsConstants.HDFS_URI_SCHEME.equals(path.toUri().getScheme())
                && below().values().stream().noneMatch(ViewDistributedFileSystem.class::isInstance);
        return plain ? at(path) : locate(path);
    }

    private Located at(Path real) throws IOException {
        URI uri = real.toUri();
        if (!HdfsConstants.HDFS_URI_SCHEME.equals(uri.getScheme()) || uri.getAuthority() == null) {
            throw new TierException(real + " is not on HDFS: only hdfs:// file systems have tiers");
        }
        return new Located(connection(uri), uri.getPath());
    }

    /**
     * Returns the connection to the only cluster.
     *
     * @throws TierException if the file system contains several clusters
     */
    TierConnection only() throws IOException {
        return connection(onlyHdfs().getUri());
    }

    /**
     * Connects to each NameNode of the only cluster. The caller closes the connections.
     *
     * @throws TierException if the file system contains several clusters
     */
    List<TierProtocolTranslator> eachNamenode() throws IOException {
        DistributedFileSystem hdfs = onlyHdfs();
        return TierProxies.each(new Configuration(hdfs.getConf()), hdfs.getUri(), DfsClientUser.of(hdfs));
    }

    private DistributedFileSystem onlyHdfs() throws TierException {
        Map<String, DistributedFileSystem> all = below();
        if (all.size() != 1) {
            throw new TierException(fileSystem.getUri() + " spans "
                    + (all.isEmpty() ? "no HDFS cluster" : "the clusters " + String.join(", ", all.keySet()))
                    + ": use a file system of one cluster");
        }
        return all.values().iterator().next();
    }

    private synchronized TierConnection connection(URI uri) throws IOException {
        if (closed) {
            throw new IOException("this TieredFileSystem is closed");
        }
        String authority = key(uri);
        TierConnection known = connections.get(authority);
        if (known != null) {
            return known;
        }
        URI cluster = URI.create(HdfsConstants.HDFS_URI_SCHEME + "://" + uri.getAuthority());
        DistributedFileSystem own = below().get(authority);
        // A mount may lead to a cluster that is not a child file system; its calls use the current user.
        UserGroupInformation user = own == null ? UserGroupInformation.getCurrentUser() : DfsClientUser.of(own);
        Configuration conf = new Configuration(own == null ? fileSystem.getConf() : own.getConf());
        TierConnection created = new TierConnection(cluster, TierProxies.create(conf, cluster, user));
        connections.put(authority, created);
        return created;
    }

    /** Returns the HDFS file systems that this one is, wraps or mounts, by authority. */
    private Map<String, DistributedFileSystem> below() {
        Map<String, DistributedFileSystem> found = new LinkedHashMap<>();
        List<FileSystem> open = new ArrayList<>(List.of(fileSystem));
        for (int i = 0; i < open.size(); i++) {
            FileSystem one = open.get(i);
            if (one instanceof DistributedFileSystem hdfs) {
                found.putIfAbsent(key(hdfs.getUri()), hdfs);
            } else if (one.getChildFileSystems() != null) {
                open.addAll(List.of(one.getChildFileSystems()));
            }
        }
        return found;
    }

    private static String key(URI uri) {
        return uri.getAuthority().toLowerCase(Locale.ROOT);
    }

    @Override
    public synchronized void close() {
        closed = true;
        connections.values().forEach(TierConnection::close);
        connections.clear();
    }
}
