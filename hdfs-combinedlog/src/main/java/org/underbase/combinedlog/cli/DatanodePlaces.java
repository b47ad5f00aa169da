package org.underbase.combinedlog.cli;

import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.List;
import java.util.Optional;
import org.apache.hadoop.conf.Configuration;
import org.apache.hadoop.hdfs.DFSConfigKeys;
import org.apache.hadoop.hdfs.server.datanode.StorageLocation;
import org.underbase.combinedlog.datanode.JournalPlace;
import picocli.CommandLine.Mixin;
import picocli.CommandLine.Option;

/** Options that say which DataNode of this machine is meant, and the directories that follow. */
final class DatanodePlaces {
    @Mixin
    private SiteFiles site;

    @Option(
            names = "--tier",
            paramLabel = "TIER",
            description =
                    "Of a node that runs a DataNode for each tier: the keys dfs.tier.TIER.datanode.X count as its "
                            + "dfs.datanode.X.")
    private Optional<String> tier = Optional.empty();

    private Configuration configuration() throws IOException {
        Configuration conf = site.read();
        if (tier.isPresent()) {
            String prefix = "dfs.tier." + tier.get() + ".datanode.";
            if (conf.getPropsWithPrefix(prefix).isEmpty()) {
                throw new IOException("no key of the configuration begins with " + prefix);
            }
            conf.getPropsWithPrefix(prefix).forEach((name, value) -> conf.set("dfs.datanode." + name, value));
        }
        return conf;
    }

    /** The configured directories. @throws IOException where they are not, or not understood */
    List<Path> dataDirectories() throws IOException {
        String key = DFSConfigKeys.DFS_DATANODE_DATA_DIR_KEY;
        Configuration conf = configuration();
        if (conf.getPropertySources(key) == null || isDefault(conf, key)) {
            throw new IOException(
                    key + " is not set: name the directories, or the DataNode's own configuration with --conf DIR");
        }
        List<Path> directories = new ArrayList<>();
        for (String each : conf.getTrimmedStringCollection(key)) {
            StorageLocation location;
            try {
                location = StorageLocation.parse(each);
            } catch (IOException | IllegalArgumentException e) {
                throw new IOException(key + ": '" + each + "' is no directory", e);
            }
            if ("file".equals(location.getUri().getScheme())) {
                directories.add(Path.of(location.getUri().getPath()));
            }
        }
        if (directories.isEmpty()) {
            throw new IOException(key + " names no local directory");
        }
        return directories;
    }

    /** Those of the configured directories that are there; none where none are configured. */
    List<Path> knownDataDirectories() throws IOException {
        Configuration conf = configuration();
        String key = DFSConfigKeys.DFS_DATANODE_DATA_DIR_KEY;
        if (conf.getPropertySources(key) == null || isDefault(conf, key)) {
            return List.of();
        }
        return dataDirectories().stream().filter(Files::isDirectory).toList();
    }

    private static boolean isDefault(Configuration conf, String key) {
        return List.of(conf.getPropertySources(key)).contains("hdfs-default.xml");
    }

    /**
     * Where the journal is, by the configuration and by what data directories say.
     *
     * @param dataDirectories none for the configured ones
     * @throws IOException as {@link #dataDirectories}, which need not be configured where the journal's directory is
     */
    Path journal(List<Path> dataDirectories) throws IOException {
        Configuration conf = configuration();
        Optional<Path> configured = JournalPlace.configured(conf);
        if (configured.isPresent()) {
            return configured.get();
        }
        return JournalPlace.of(conf, dataDirectories.isEmpty() ? dataDirectories() : dataDirectories);
    }

    /** The second place of lists of replicas, or nothing. @throws IOException where the configuration cannot be read */
    String replicaCacheRoot() throws IOException {
        return configuration().getTrimmed(DFSConfigKeys.DFS_DATANODE_REPLICA_CACHE_ROOT_DIR_KEY, "");
    }
}
