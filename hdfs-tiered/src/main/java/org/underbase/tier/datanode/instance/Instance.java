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
 * The DataNode of one tier on this node.
 *
 * @param settings what differs from the node's {@code hdfs-site.xml}, key to value
 * @param directories its local data directories
 * @param listeners where it listens
 * @param pidFile holds the process id and nothing else, as Hadoop's does
 * @param logFile what Hadoop's log4j.properties names {@code hadoop.log.file}
 * @param outFile standard output and standard error
 * @param jvmOptions of this instance, in order
 * @param rootLogger for Hadoop's log4j.properties
 * @param failuresTolerated how many of its directories may be unusable; -1: all but one
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

    /** The directory whose hdfs-site.xml is the instance's own. */
    public Path siteDirectory() {
        return withSuffix(".conf");
    }

    /** Held while somebody starts or stops the instance. */
    Path lockFile() {
        return withSuffix(".lock");
    }

    private Path withSuffix(String suffix) {
        String name = pidFile.getFileName().toString();
        return pidFile.resolveSibling(name.substring(0, name.length() - ".pid".length()) + suffix);
    }

    /** Where clients reach its blocks, {@code host:port}. */
    public String address() {
        return listeners.stream()
                .filter(listener -> listener.name().equals("address"))
                .map(Listener::text)
                .findFirst()
                .orElse("");
    }

    /** The DataNode's uuid, from the first directory that has one; empty before its first start. */
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
