package org.underbase.combinedlog.cli;

import java.io.IOException;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.List;
import java.util.Optional;
import org.apache.hadoop.conf.Configuration;
import org.apache.hadoop.hdfs.DFSConfigKeys;
import org.apache.hadoop.hdfs.server.datanode.StorageLocation;
import org.underbase.combinedlog.conf.CombinedLogKeys;
import picocli.CommandLine.Mixin;
import picocli.CommandLine.Option;

/** Options that say which DataNode of this machine is meant, and the directories that follow. */
final class DatanodePlaces {
    private static final String BESIDE_DATA = "combinedlog";

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
            throw new IOException(key + " is not set: name the directories, or the configuration with --conf DIR");
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

    private static boolean isDefault(Configuration conf, String key) {
        return List.of(conf.getPropertySources(key)).contains("hdfs-default.xml");
    }

    /** The configured journal, or the one beside the data. @throws IOException as {@link #dataDirectories} */
    Path journal(List<Path> dataDirectories) throws IOException {
        String text = CombinedLogKeys.DIR.text(configuration());
        if (!text.isEmpty()) {
            return local(text);
        }
        List<Path> all = dataDirectories.isEmpty() ? dataDirectories() : dataDirectories;
        return all.get(0).resolve(BESIDE_DATA);
    }

    private static Path local(String text) throws IOException {
        try {
            return Path.of(StorageLocation.parse(text).getUri().getPath());
        } catch (IOException | IllegalArgumentException e) {
            throw new IOException(CombinedLogKeys.DIR.name() + ": '" + text + "' is no local directory", e);
        }
    }
}
