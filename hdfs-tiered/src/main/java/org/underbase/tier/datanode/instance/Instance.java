package org.underbase.tier.datanode.instance;

import java.io.IOException;
import java.nio.file.Path;
import java.util.HashMap;
import java.util.List;
import java.util.Map;
import java.util.Objects;
import java.util.Optional;
import java.util.stream.Collectors;
import org.apache.hadoop.hdfs.DFSConfigKeys;

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

    /** Returns this instance with other data directories, without tolerance for failed ones. */
    public Instance withDirectories(List<DataDirectory> others) {
        return with(
                others,
                Map.of(
                        DFSConfigKeys.DFS_DATANODE_DATA_DIR_KEY,
                        others.stream().map(DataDirectory::entry).collect(Collectors.joining(",")),
                        DFSConfigKeys.DFS_DATANODE_FAILED_VOLUMES_TOLERATED_KEY,
                        "0"));
    }

    /** Returns this instance with other settings in addition. */
    public Instance withSettings(Map<String, String> more) {
        return with(directories, more);
    }

    private Instance with(List<DataDirectory> others, Map<String, String> more) {
        Map<String, String> changed = new HashMap<>(settings);
        changed.putAll(more);
        return new Instance(
                tier, changed, others, listeners, pidFile, logFile, outFile, jvmOptions, rootLogger, failuresTolerated);
    }

    /** Returns the directory of a DataNode without replicas, for {@code underbase datanode split}. */
    public Path emptyDirectory() {
        return withSuffix(".empty");
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
            Optional<VolumeVersion> version = VolumeVersion.read(directory.path());
            if (version.isPresent()) {
                return version.map(VolumeVersion::datanodeUuid);
            }
        }
        return Optional.empty();
    }
}
