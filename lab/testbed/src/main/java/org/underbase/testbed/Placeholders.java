package org.underbase.testbed;

import java.nio.file.Path;
import java.util.List;
import java.util.Map;
import java.util.stream.Collectors;

/** Texts in settings and JVM options that the start of a cluster replaces by directories, which a recipe cannot know. */
public final class Placeholders {
    /** Directory of the cluster. */
    public static final String CLUSTER_DIRECTORY = "@CLUSTER_DIRECTORY@";

    /** Directory of the daemon: its configuration, logs and temporary files. */
    public static final String DAEMON_DIRECTORY = "@DAEMON_DIRECTORY@";

    /** Data directories of the DataNode, separated by colons; empty for other daemons. */
    public static final String DATA_DIRECTORIES = "@DATA_DIRECTORIES@";

    private final Map<String, String> values;

    private Placeholders(Map<String, String> values) {
        this.values = values;
    }

    static Placeholders ofCluster(Path cluster) {
        return new Placeholders(Map.of(CLUSTER_DIRECTORY, cluster.toString()));
    }

    static Placeholders ofDaemon(Path cluster, Path daemon, List<Path> data) {
        return new Placeholders(Map.of(
                CLUSTER_DIRECTORY,
                cluster.toString(),
                DAEMON_DIRECTORY,
                daemon.toString(),
                DATA_DIRECTORIES,
                data.stream().map(Path::toString).collect(Collectors.joining(":"))));
    }

    String fill(String text) {
        String result = text;
        for (Map.Entry<String, String> entry : values.entrySet()) {
            result = result.replace(entry.getKey(), entry.getValue());
        }
        return result;
    }

    List<String> fill(List<String> texts) {
        return texts.stream().map(this::fill).toList();
    }

    /** Fills the values in place. */
    void fill(Map<String, String> settings) {
        settings.replaceAll((key, value) -> fill(value));
    }
}
