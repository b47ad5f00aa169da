package org.underbase.testbed.mini;

import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;
import org.apache.hadoop.conf.Configuration;
import org.apache.hadoop.hdfs.DistributedFileSystem;
import org.apache.hadoop.hdfs.HdfsConfiguration;
import org.apache.hadoop.hdfs.MiniDFSCluster;

/** HDFS inside this JVM. Close it. */
public final class MiniHdfs implements AutoCloseable {
    private final MiniDFSCluster cluster;
    private final Path directory;
    private final ThreadCensus census;

    private MiniHdfs(MiniDFSCluster cluster, Path directory, ThreadCensus census) {
        this.cluster = cluster;
        this.directory = directory;
        this.census = census;
    }

    /** Describes an HDFS; one DataNode without any call. */
    public static Builder builder() {
        return new Builder();
    }

    /** The client's file system. It is closed with the cluster. */
    public DistributedFileSystem fileSystem() throws IOException {
        return cluster.getFileSystem();
    }

    /** A client's configuration; a new copy at each call. */
    public Configuration configuration() {
        return new Configuration(cluster.getConfiguration(0));
    }

    /** Hadoop's own fixture, for all that is special. */
    public MiniDFSCluster cluster() {
        return cluster;
    }

    /** The directory of all its files. */
    public Path directory() {
        return directory;
    }

    /** @throws IOException when a thread of it does not end, or a file cannot be deleted */
    @Override
    public void close() throws IOException {
        try {
            cluster.shutdown(true);
        } finally {
            TemporaryDirectories.delete(directory);
        }
        census.awaitEndOfNewThreads();
    }

    /** A description. Not thread-safe. */
    public static final class Builder {
        private final Map<String, String> settings = new LinkedHashMap<>();
        private int dataNodes = 1;
        private List<String> racks = List.of();
        private final List<Configuration> overlays = new ArrayList<>();

        private Builder() {}

        public Builder dataNodes(int count) {
            dataNodes = count;
            return this;
        }

        /** The rack of each DataNode. */
        public Builder racks(String... perDataNode) {
            racks = List.of(perDataNode);
            return this;
        }

        /** A setting of all daemons and clients. */
        public Builder set(String key, String value) {
            settings.put(key, value);
            return this;
        }

        /** The settings that differ between DataNodes: one configuration for each, in order. */
        public Builder overlays(List<Configuration> perDataNode) {
            overlays.clear();
            overlays.addAll(perDataNode);
            return this;
        }

        /**
         * Starts it and waits until it serves.
         *
         * @throws IOException when it does not start; nothing is left behind then
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
            if (!overlays.isEmpty()) {
                builder.dataNodeConfOverlays(overlays.toArray(Configuration[]::new));
            }
            try {
                MiniDFSCluster cluster = builder.build();
                cluster.waitActive();
                return new MiniHdfs(cluster, directory, census);
            } catch (IOException | RuntimeException e) {
                TemporaryDirectories.delete(directory);
                throw e;
            }
        }
    }
}
