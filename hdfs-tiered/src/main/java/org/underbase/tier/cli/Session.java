package org.underbase.tier.cli;

import java.io.Closeable;
import java.io.IOException;
import java.net.URI;
import org.apache.hadoop.conf.Configuration;
import org.apache.hadoop.fs.FileSystem;
import org.apache.hadoop.fs.Path;
import org.underbase.tier.client.TieredFileSystem;
import org.underbase.tier.protocol.TierException;

/** File system and tiers on which a command works. */
final class Session implements Closeable {
    private final Configuration conf;
    private final FileSystem fileSystem;
    private final TieredFileSystem tiers;

    private Session(Configuration conf, URI uri) throws IOException {
        this.conf = conf;
        this.fileSystem = FileSystem.newInstance(uri, conf);
        try {
            this.tiers = TieredFileSystem.of(fileSystem);
        } catch (TierException e) {
            fileSystem.close();
            throw new TierException(e.getMessage() + "; select a cluster with --conf DIR or -fs URI");
        }
    }

    /** Opens the default file system. */
    static Session open(ClusterOptions options) throws IOException {
        Configuration conf = options.configuration();
        return new Session(conf, FileSystem.getDefaultUri(conf));
    }

    /** Opens the file system of a path. */
    static Session open(ClusterOptions options, Path path) throws IOException {
        Configuration conf = options.configuration();
        URI uri = path.toUri();
        return new Session(conf, uri.getScheme() == null ? FileSystem.getDefaultUri(conf) : uri);
    }

    Configuration conf() {
        return conf;
    }

    FileSystem fileSystem() {
        return fileSystem;
    }

    TieredFileSystem tiers() {
        return tiers;
    }

    @Override
    public void close() throws IOException {
        tiers.close();
        fileSystem.close();
    }
}
