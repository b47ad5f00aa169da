package org.underbase.tier.datanode.instance;

import java.io.IOException;
import java.io.OutputStream;
import java.nio.file.Files;
import java.nio.file.Path;
import java.nio.file.StandardCopyOption;
import java.nio.file.attribute.PosixFilePermissions;
import java.util.HashMap;
import java.util.Map;
import java.util.Objects;
import java.util.Optional;
import org.apache.hadoop.conf.Configuration;
import org.apache.hadoop.hdfs.DFSConfigKeys;
import org.apache.hadoop.hdfs.HdfsConfiguration;

/**
 * Configuration directory: its core-site.xml and hdfs-site.xml on top of Hadoop's defaults, independent of the class
 * path.
 */
public final class Site {
    private static final String HDFS_SITE = "hdfs-site.xml";
    /** File name that Hadoop does not read. */
    private static final String STARTED = "hdfs-site.xml.started";

    private final Path directory;
    private final Configuration conf;

    private Site(Path directory, Configuration conf) {
        this.directory = directory;
        this.conf = conf;
    }

    /**
     * Reads a directory.
     *
     * @throws IOException if it contains no hdfs-site.xml, or a file is malformed
     */
    public static Site read(Path directory) throws IOException {
        Path absolute = directory.toAbsolutePath().normalize();
        if (!Files.isReadable(absolute.resolve(HDFS_SITE))) {
            throw new IOException("no hdfs-site.xml in " + absolute + ": pass --conf DIR or set HADOOP_CONF_DIR");
        }
        HdfsConfiguration.init();
        Configuration conf = new Configuration(false);
        conf.addResource("core-default.xml");
        conf.addResource("hdfs-default.xml");
        addIfThere(conf, absolute.resolve("core-site.xml"));
        addIfThere(conf, absolute.resolve(HDFS_SITE));
        try {
            // The first access to a key reads the files.
            conf.get("dfs.tier.names");
        } catch (RuntimeException e) {
            throw new IOException("the configuration in " + absolute + " cannot be read: " + e.getMessage(), e);
        }
        return new Site(absolute, conf);
    }

    private static void addIfThere(Configuration conf, Path file) throws IOException {
        if (Files.exists(file)) {
            conf.addResource(file.toUri().toURL());
        }
    }

    public Path directory() {
        return directory;
    }

    public Configuration conf() {
        return conf;
    }

    /**
     * Writes an hdfs-site.xml with changed settings. A DataNode whose class path starts with it reads the same settings
     * after a reconfiguration request, unlike options on its command line.
     *
     * @param into directory, created if missing; only its owner has access
     */
    void derive(Path into, Map<String, String> settings) throws IOException {
        Objects.requireNonNull(settings, "settings");
        if (!Files.isDirectory(into)) {
            Files.createDirectories(into.toAbsolutePath().getParent());
            Files.createDirectory(
                    into, PosixFilePermissions.asFileAttribute(PosixFilePermissions.fromString("rwx------")));
        }
        Configuration derived = new Configuration(false);
        derived.addResource(directory.resolve(HDFS_SITE).toUri().toURL());
        settings.forEach((key, value) -> derived.set(key, value, "derived from dfs.tier.*"));
        Path temporary = into.resolve(HDFS_SITE + ".tmp");
        try (OutputStream out = Files.newOutputStream(temporary)) {
            derived.writeXml(out);
        }
        Files.move(
                temporary,
                into.resolve(HDFS_SITE),
                StandardCopyOption.ATOMIC_MOVE,
                StandardCopyOption.REPLACE_EXISTING);
    }

    /** Records the derived configuration with which a process starts. */
    static void started(Path into) throws IOException {
        Files.copy(into.resolve(HDFS_SITE), into.resolve(STARTED), StandardCopyOption.REPLACE_EXISTING);
    }

    /** Whether the derived configuration differs from that with which the process started. */
    static boolean changed(Path into) throws IOException {
        Path started = into.resolve(STARTED);
        return Files.exists(started) && !said(started).equals(said(into.resolve(HDFS_SITE)));
    }

    /** Reads a file; empty if it is malformed. */
    private static Optional<Map<String, String>> said(Path file) throws IOException {
        Configuration conf = new Configuration(false);
        conf.addResource(file.toUri().toURL());
        try {
            Map<String, String> said = new HashMap<>();
            conf.forEach(entry -> said.put(entry.getKey(), entry.getValue()));
            // Without effect after the start; a split sets it.
            said.remove(DFSConfigKeys.DFS_BLOCKREPORT_INITIAL_DELAY_KEY);
            return Optional.of(said);
        } catch (RuntimeException e) {
            // The first access to a key reads the files.
            return Optional.empty();
        }
    }
}
