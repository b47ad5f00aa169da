package org.underbase.tier.datanode.instance;

import java.nio.file.Path;
import java.util.Arrays;
import java.util.List;
import java.util.Map;
import java.util.Objects;
import java.util.Optional;

/**
 * Defaults of daemons from Hadoop's environment variables, for keys that the configuration does not set.
 *
 * @param pidDirectory directory of pid files: HADOOP_PID_DIR, else {@code run} in UNDERBASE_DATA_DIR, else {@code
 *     .underbase/run} in the launcher's home
 * @param logDirectory directory of logs: HADOOP_LOG_DIR, else that of the launcher
 * @param ident part of the file names: HADOOP_IDENT_STRING, else the user name
 * @param jvmOptions JVM options of every instance: a heap of UNDERBASE_HEAP (256m), then HADOOP_DATANODE_OPTS
 * @param rootLogger root logger of Hadoop's log4j.properties: HADOOP_DAEMON_ROOT_LOGGER, else {@code INFO,RFA}
 */
public record NodeDefaults(
        Path pidDirectory, Path logDirectory, String ident, List<String> jvmOptions, String rootLogger) {
    public NodeDefaults {
        Objects.requireNonNull(pidDirectory, "pidDirectory");
        Objects.requireNonNull(logDirectory, "logDirectory");
        Objects.requireNonNull(ident, "ident");
        jvmOptions = List.copyOf(jvmOptions);
        Objects.requireNonNull(rootLogger, "rootLogger");
    }

    /**
     * Reads the environment variables and system properties.
     *
     * @param environment environment variables
     * @param properties {@code underbase.home}, {@code underbase.log.dir}, {@code user.name}, {@code user.home}
     */
    public static NodeDefaults of(Map<String, String> environment, Map<String, String> properties) {
        Path home = Path.of(properties.getOrDefault("underbase.home", properties.getOrDefault("user.home", ".")));
        Path run = set(environment, "UNDERBASE_DATA_DIR")
                .map(data -> Path.of(data, "run"))
                .orElse(home.resolve(".underbase").resolve("run"));
        Path logs = Optional.ofNullable(properties.get("underbase.log.dir"))
                .map(Path::of)
                .orElse(home.resolve(".underbase").resolve("logs"));
        List<String> options = new java.util.ArrayList<>();
        options.add("-Xmx" + set(environment, "UNDERBASE_HEAP").orElse("256m"));
        set(environment, "HADOOP_DATANODE_OPTS").ifPresent(text -> options.addAll(words(text)));
        return new NodeDefaults(
                set(environment, "HADOOP_PID_DIR").map(Path::of).orElse(run).toAbsolutePath(),
                set(environment, "HADOOP_LOG_DIR").map(Path::of).orElse(logs).toAbsolutePath(),
                set(environment, "HADOOP_IDENT_STRING").orElse(properties.getOrDefault("user.name", "hdfs")),
                options,
                set(environment, "HADOOP_DAEMON_ROOT_LOGGER").orElse("INFO,RFA"));
    }

    static List<String> words(String text) {
        return Arrays.stream(text.strip().split("\\s+", -1))
                .filter(word -> !word.isEmpty())
                .toList();
    }

    private static Optional<String> set(Map<String, String> environment, String name) {
        return Optional.ofNullable(environment.get(name)).map(String::strip).filter(text -> !text.isEmpty());
    }
}
