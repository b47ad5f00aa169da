package org.underbase.tier.cli;

import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import org.apache.hadoop.conf.Configuration;
import org.apache.hadoop.hdfs.HdfsConfiguration;
import picocli.CommandLine.Option;
import picocli.CommandLine.ScopeType;

/** Options that select the cluster, valid before and after the subcommand. */
final class ClusterOptions {
    private static final List<String> FILES = List.of("core-site.xml", "hdfs-site.xml");
    private static final List<String> VARIABLES = List.of("UNDERBASE_CONF_DIR", "HADOOP_CONF_DIR");

    // Explicit order in the help, because reflection returns methods in any order.
    //
    // Setters append, so that options before and after the subcommand both count; for fields, picocli would start a new
    // collection. Picocli first calls the setters with null.
    private final List<Path> directories = new ArrayList<>();
    private final Map<String, String> settings = new LinkedHashMap<>();

    @Option(
            names = "--conf",
            order = 2,
            scope = ScopeType.INHERIT,
            paramLabel = "DIR",
            description = {
                "Directory with the client's core-site.xml and hdfs-site.xml; repeatable. Default: UNDERBASE_CONF_DIR or "
                        + "HADOOP_CONF_DIR, and the class path."
            })
    void addDirectories(List<Path> more) {
        if (more != null) {
            directories.addAll(more);
        }
    }

    @Option(
            names = {"-fs", "--fs"},
            order = 1,
            scope = ScopeType.INHERIT,
            paramLabel = "URI",
            description = "File system of paths without a scheme, such as hdfs://namenode:8020. Default: fs.defaultFS.")
    private String fileSystem = "";

    @Option(
            names = "-D",
            order = 3,
            scope = ScopeType.INHERIT,
            paramLabel = "KEY=VALUE",
            description = "Set a key of the client's configuration; repeatable.")
    void addSettings(Map<String, String> more) {
        if (more != null) {
            settings.putAll(more);
        }
    }

    /**
     * Reads the configuration.
     *
     * @throws IOException if a directory does not exist or contains no configuration
     */
    Configuration configuration() throws IOException {
        Configuration conf = new HdfsConfiguration();
        List<Path> all = new ArrayList<>(directories);
        if (all.isEmpty()) {
            byDefault(System.getenv()).ifPresent(all::add);
        }
        for (Path directory : all) {
            add(directory, conf);
        }
        settings.forEach(conf::set);
        if (!fileSystem.isEmpty()) {
            conf.set("fs.defaultFS", fileSystem);
        }
        return conf;
    }

    /** Returns the directory of the first variable that is set, as {@code underbase datanode} does. */
    static Optional<Path> byDefault(Map<String, String> environment) {
        return VARIABLES.stream()
                .map(name -> environment.getOrDefault(name, ""))
                .filter(text -> !text.isBlank())
                .findFirst()
                .map(Path::of);
    }

    private static void add(Path directory, Configuration conf) throws IOException {
        if (!Files.isDirectory(directory)) {
            throw new IOException("configuration directory " + directory + " does not exist");
        }
        List<Path> found =
                FILES.stream().map(directory::resolve).filter(Files::isReadable).toList();
        if (found.isEmpty()) {
            throw new IOException(
                    "configuration directory " + directory + " contains neither " + String.join(" nor ", FILES));
        }
        found.forEach(file -> conf.addResource(new org.apache.hadoop.fs.Path(file.toUri())));
    }
}
