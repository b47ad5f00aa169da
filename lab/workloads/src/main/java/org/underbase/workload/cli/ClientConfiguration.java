package org.underbase.workload.cli;

import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.HashMap;
import java.util.List;
import java.util.Map;
import org.apache.hadoop.conf.Configuration;
import org.apache.hadoop.hbase.HBaseConfiguration;
import picocli.CommandLine.Option;

/** Options for the client configuration, which contains the addresses of the cluster. */
final class ClientConfiguration {
    private static final List<String> FILES = List.of("core-site.xml", "hdfs-site.xml", "hbase-site.xml");

    @Option(
            names = "--conf",
            paramLabel = "DIR",
            description = {
                "Directory with the client's core-site.xml, hdfs-site.xml and hbase-site.xml; may be repeated."
                        + " Default: the directories in HBASE_CONF_DIR and HADOOP_CONF_DIR."
            })
    private List<Path> directories = new ArrayList<>();

    @Option(
            names = "-D",
            paramLabel = "KEY=VALUE",
            description = {"Set a key of the client's configuration; may be repeated."})
    private Map<String, String> settings = new HashMap<>();

    /**
     * Reads the configuration. {@code overrides} take precedence over the files, {@code -D} options over both.
     *
     * @param overrides keys and values that the command sets
     * @return the configuration
     * @throws IOException if a directory does not exist or contains no configuration file
     */
    Configuration read(Map<String, String> overrides) throws IOException {
        Configuration configuration = HBaseConfiguration.create();
        List<Path> all = new ArrayList<>(directories);
        if (all.isEmpty()) {
            for (String variable : List.of("HADOOP_CONF_DIR", "HBASE_CONF_DIR")) {
                String value = System.getenv(variable);
                if (value != null && !value.isBlank()) {
                    all.add(Path.of(value));
                }
            }
        }
        for (Path directory : all) {
            add(directory, configuration);
        }
        overrides.forEach(configuration::set);
        settings.forEach(configuration::set);
        return configuration;
    }

    private static void add(Path directory, Configuration configuration) throws IOException {
        if (!Files.isDirectory(directory)) {
            throw new IOException("no configuration directory " + directory + "; choose another with --conf");
        }
        int found = 0;
        for (String name : FILES) {
            Path file = directory.resolve(name);
            if (Files.isReadable(file)) {
                configuration.addResource(new org.apache.hadoop.fs.Path(file.toUri()));
                found++;
            }
        }
        if (found == 0) {
            throw new IOException("directory " + directory + " contains none of " + String.join(", ", FILES));
        }
    }
}
