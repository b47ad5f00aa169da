package org.underbase.combinedlog.cli;

import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.List;
import java.util.Optional;
import org.apache.hadoop.conf.Configuration;
import org.apache.hadoop.hdfs.DFSConfigKeys;
import org.apache.hadoop.hdfs.HdfsConfiguration;
import org.apache.hadoop.hdfs.server.datanode.StorageLocation;
import org.underbase.combinedlog.datanode.JournalLocation;
import org.underbase.operator.output.SiteFiles;
import picocli.CommandLine.Mixin;
import picocli.CommandLine.Option;

/** Options that select a DataNode of this machine, and the directories in its configuration. */
final class DatanodeOptions {
    /** Value of an option that was not given. */
    static final Path UNSET = Path.of("");

    @Mixin
    private SiteFiles site;

    @Option(
            names = "--tier",
            paramLabel = "TIER",
            description = "Select the DataNode of a tier: read the keys dfs.tier.TIER.datanode.X as dfs.datanode.X.")
    private String tier = "";

    /** Returns the configuration of the DataNode. */
    Configuration configuration() throws IOException {
        Configuration conf = site.read(new HdfsConfiguration());
        if (!tier.isEmpty()) {
            String prefix = "dfs.tier." + tier + ".datanode.";
            if (conf.getPropsWithPrefix(prefix).isEmpty()) {
                throw new IOException("no key in the configuration starts with " + prefix + ": check --tier");
            }
            conf.getPropsWithPrefix(prefix).forEach((name, value) -> conf.set("dfs.datanode." + name, value));
        }
        return conf;
    }

    /** @throws IOException if no data directory is configured or one is invalid */
    List<Path> dataDirectories() throws IOException {
        String key = DFSConfigKeys.DFS_DATANODE_DATA_DIR_KEY;
        Configuration conf = configuration();
        if (conf.getPropertySources(key) == null || isDefault(conf, key)) {
            throw new IOException(
                    key + " is not set: use --data-dir, or --conf with the configuration directory of the DataNode");
        }
        List<Path> directories = new ArrayList<>();
        for (String each : conf.getTrimmedStringCollection(key)) {
            StorageLocation location;
            try {
                location = StorageLocation.parse(each);
            } catch (IOException | IllegalArgumentException e) {
                throw new IOException("invalid directory '" + each + "' in " + key, e);
            }
            if ("file".equals(location.getUri().getScheme())) {
                directories.add(Path.of(location.getUri().getPath()));
            }
        }
        if (directories.isEmpty()) {
            throw new IOException("no local directory in " + key);
        }
        return directories;
    }

    /** Returns the configured directories that exist; empty if the key is not set. */
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
     * Returns the directory of the journal according to the configuration and the marker files.
     *
     * @param dataDirectories data directories; empty for the configured ones
     * @throws IOException as {@link #dataDirectories}, unless the journal's directory is configured
     */
    Path journal(List<Path> dataDirectories) throws IOException {
        Configuration conf = configuration();
        Optional<Path> configured = JournalLocation.configured(conf);
        if (configured.isPresent()) {
            return configured.get();
        }
        return JournalLocation.of(conf, dataDirectories.isEmpty() ? dataDirectories() : dataDirectories);
    }
}
