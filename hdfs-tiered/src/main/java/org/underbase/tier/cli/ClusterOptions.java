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

/** Options that say where the cluster is; they may stand before and after the verb. */
final class ClusterOptions {
    private static final List<String> FILES = List.of("core-site.xml", "hdfs-site.xml");
    private static final List<String> VARIABLES = List.of("UNDERBASE_CONF_DIR", "HADOOP_CONF_DIR");

    // Each has its place in the help: the JVM gives a class's methods in any order.
    //
    // Filled by methods: what stands before the verb and what stands after it both count, and picocli, which calls them
    // with null first, would begin a new collection.
    private final List<Path> directories = new ArrayList<>();
    private final Map<String, String> settings = new LinkedHashMap<>();

    @Option(
            names = "--conf",
            order = 2,
            scope = ScopeType.INHERIT,
            paramLabel = "DIR",
            description = {
                "Directory with the client's core-site.xml and hdfs-site.xml; may be given twice. Default: the directory "
                        + "in UNDERBASE_CONF_DIR, else in HADOOP_CONF_DIR, and what is on the class path."
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
            description = "The file system of paths without one, as hdfs://namenode:8020. Default: fs.defaultFS.")
    private Optional<String> fileSystem = Optional.empty();

    @Option(
            names = "-D",
            order = 3,
            scope = ScopeType.INHERIT,
            paramLabel = "KEY=VALUE",
            description = "Sets a key of the client's configuration; may be repeated.")
    void addSettings(Map<String, String> more) {
        if (more != null) {
            settings.putAll(more);
        }
    }

    /** @throws IOException when a directory is none or holds no configuration */
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
        fileSystem.ifPresent(uri -> conf.set("fs.defaultFS", uri));
        return conf;
    }

    /** The first that is set counts, as for the verb datanode. */
    static Optional<Path> byDefault(Map<String, String> environment) {
        return VARIABLES.stream()
                .map(name -> environment.getOrDefault(name, ""))
                .filter(text -> !text.isBlank())
                .findFirst()
                .map(Path::of);
    }

    private static void add(Path directory, Configuration conf) throws IOException {
        if (!Files.isDirectory(directory)) {
            throw new IOException("there is no configuration directory " + directory);
        }
        List<Path> found =
                FILES.stream().map(directory::resolve).filter(Files::isReadable).toList();
        if (found.isEmpty()) {
            throw new IOException("directory " + directory + " has none of " + String.join(", ", FILES));
        }
        found.forEach(file -> conf.addResource(new org.apache.hadoop.fs.Path(file.toUri())));
    }
}
