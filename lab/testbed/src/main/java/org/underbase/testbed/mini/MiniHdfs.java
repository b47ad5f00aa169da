package org.underbase.testbed.mini;

import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;
import org.apache.hadoop.conf.Configuration;
import org.apache.hadoop.hdfs.DistributedFileSystem;
import org.apache.hadoop.hdfs.HdfsConfiguration;
import org.apache.hadoop.hdfs.MiniDFSCluster;

/** HDFS inside this JVM. */
public final class MiniHdfs implements AutoCloseable {
    private final MiniDFSCluster cluster;
    private final Path directory;
    private final ThreadCensus census;

    private MiniHdfs(MiniDFSCluster cluster, Path directory, ThreadCensus census) {
        this.cluster = cluster;
        this.directory = directory;
        this.census = census;
    }

    /** Creates a builder with one DataNode. */
    public static Builder builder() {
        return new Builder();
    }

    /** Returns a client's file system, which is closed with the cluster. */
    public DistributedFileSystem fileSystem() throws IOException {
        return cluster.getFileSystem();
    }

    /** Creates a client configuration. */
    public Configuration configuration() {
        return new Configuration(cluster.getConfiguration(0));
    }

    /** Returns Hadoop's fixture. */
    public MiniDFSCluster cluster() {
        return cluster;
    }

    /** Returns the directory of all its files. */
    public Path directory() {
        return directory;
    }

    /**
     * Stops the cluster.
     *
     * @throws IOException if a thread does not exit, or a file cannot be deleted
     */
    @Override
    public void close() throws IOException {
        try {
            cluster.shutdown(true);
        } finally {
            TemporaryDirectories.delete(directory);
        }
        census.awaitEndOfNewThreads();
    }

    /** Builder of a cluster. Not thread-safe. */
    public static final class Builder {
        private final Map<String, String> settings = new LinkedHashMap<>();
        private int dataNodes = 1;
        private List<String> racks = List.of();

        private Builder() {}

        /** Sets the number of DataNodes. */
        public Builder dataNodes(int count) {
            dataNodes = count;
            return this;
        }

        /** Sets the rack of each DataNode. */
        public Builder racks(String... perDataNode) {
            racks = List.of(perDataNode);
            return this;
        }

        /** Sets a key of all daemons and clients. */
        public Builder set(String key, String value) {
            settings.put(key, value);
            return this;
        }

        /**
         * Starts the cluster and waits until it serves.
         *
         * @throws IOException if it does not start; it leaves no files
         */
        public MiniHdfs start() throws IOException {
            ThreadCensus census = ThreadCensus.now();
            Path directory = TemporaryDirectories.create("underbase-mini-");
            Configuration conf = new HdfsConfiguration();
            conf.set("hadoop.tmp.dir", directory.resolve("tmp").toString());
            settings.forEach(conf::set);
            MiniDFSCluster.Builder builder = new MiniDFSCluster.Builder(
                            conf,
                            Files.createDirectories(directory.resolve("dfs")).toFile())
                    .numDataNodes(dataNodes);
            if (!racks.isEmpty()) {
                builder.racks(racks.toArray(String[]::new));
            }
            try {
                MiniDFSCluster cluster = RestartPorts.start(builder, dataNodes);
                cluster.waitActive();
                return new MiniHdfs(cluster, directory, census);
            } catch (IOException | RuntimeException e) {
                TemporaryDirectories.delete(directory);
                throw e;
            }
        }
    }
}
