package org.underbase.tier.datanode.instance;

import java.io.BufferedReader;
import java.io.IOException;
import java.nio.charset.StandardCharsets;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.List;
import java.util.Map;
import java.util.Objects;
import java.util.Optional;
import java.util.Properties;

/**
 * DataNode instance of one tier on this node.
 *
 * @param tier name of the tier
 * @param settings keys and values that differ from the node's {@code hdfs-site.xml}
 * @param directories local data directories
 * @param listeners listening addresses
 * @param pidFile file with the process ID, as in Hadoop
 * @param logFile {@code hadoop.log.file} of Hadoop's log4j.properties
 * @param outFile standard output and standard error
 * @param jvmOptions JVM options, in order
 * @param rootLogger root logger of Hadoop's log4j.properties
 * @param failuresTolerated number of directories that may be unusable; -1: all but one
 */
public record Instance(
        String tier,
        Map<String, String> settings,
        List<DataDirectory> directories,
        List<Listener> listeners,
        Path pidFile,
        Path logFile,
        Path outFile,
        List<String> jvmOptions,
        String rootLogger,
        int failuresTolerated) {
    public Instance {
        Objects.requireNonNull(tier, "tier");
        settings = Map.copyOf(settings);
        directories = List.copyOf(directories);
        listeners = List.copyOf(listeners);
        jvmOptions = List.copyOf(jvmOptions);
    }

    /** Returns the directory of the instance's hdfs-site.xml. */
    public Path siteDirectory() {
        return withSuffix(".conf");
    }

    /** Returns the lock file of starts and stops of the instance. */
    Path lockFile() {
        return withSuffix(".lock");
    }

    private Path withSuffix(String suffix) {
        String name = pidFile.getFileName().toString();
        return pidFile.resolveSibling(name.substring(0, name.length() - ".pid".length()) + suffix);
    }

    /** Returns the transfer address, {@code host:port}. */
    public String address() {
        return listeners.stream()
                .filter(listener -> listener.name().equals("address"))
                .map(Listener::text)
                .findFirst()
                .orElse("");
    }

    /** Returns the UUID of the DataNode, from the first directory that has one; empty before its first start. */
    public Optional<String> uuid() throws IOException {
        for (DataDirectory directory : directories) {
            Path version = directory.path().resolve("current").resolve("VERSION");
            if (Files.isReadable(version)) {
                Properties properties = new Properties();
                try (BufferedReader reader = Files.newBufferedReader(version, StandardCharsets.ISO_8859_1)) {
                    properties.load(reader);
                }
                String uuid = properties.getProperty("datanodeUuid");
                if (uuid != null && !uuid.isBlank()) {
                    return Optional.of(uuid.strip());
                }
            }
        }
        return Optional.empty();
    }
}
