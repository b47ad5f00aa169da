package org.underbase.operator.output;

import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;
import org.apache.hadoop.conf.Configuration;
import picocli.CommandLine.Option;

/** Options of a command that select the configuration of a cluster. */
public final class SiteFiles {
    private static final List<String> FILES = List.of("core-site.xml", "hdfs-site.xml", "hbase-site.xml");
    private static final List<String> VARIABLES = List.of("UNDERBASE_CONF_DIR", "HADOOP_CONF_DIR", "HBASE_CONF_DIR");

    @Option(
            names = "--conf",
            paramLabel = "DIR",
            description = {
                "Directory with core-site.xml, hdfs-site.xml or hbase-site.xml; repeatable. Default: the directories in "
                        + "UNDERBASE_CONF_DIR, HADOOP_CONF_DIR and HBASE_CONF_DIR."
            })
    private List<Path> directories = new ArrayList<>();

    @Option(names = "-D", paramLabel = "KEY=VALUE", description = "Set a configuration key; repeatable.")
    private Map<String, String> settings = new LinkedHashMap<>();

    /**
     * Adds the selected files and keys to a configuration.
     *
     * @param conf defaults
     * @return the same configuration
     * @throws IOException if a directory does not exist or contains no configuration
     */
    public Configuration read(Configuration conf) throws IOException {
        for (Path directory : directories.isEmpty() ? byDefault(System.getenv()) : directories) {
            add(directory, conf);
        }
        settings.forEach(conf::set);
        return conf;
    }

    private static List<Path> byDefault(Map<String, String> environment) {
        return VARIABLES.stream()
                .map(name -> environment.getOrDefault(name, ""))
                .filter(text -> !text.isBlank())
                .map(Path::of)
                .distinct()
                .toList();
    }

    private static void add(Path directory, Configuration conf) throws IOException {
        if (!Files.isDirectory(directory)) {
            throw new IOException("no configuration directory " + directory);
        }
        List<Path> found =
                FILES.stream().map(directory::resolve).filter(Files::isReadable).toList();
        if (found.isEmpty()) {
            throw new IOException("no configuration in " + directory + ": expected one of " + String.join(", ", FILES));
        }
        found.forEach(file -> conf.addResource(new org.apache.hadoop.fs.Path(file.toUri())));
    }
}
