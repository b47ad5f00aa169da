package org.underbase.htfs.record;

import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.List;
import java.util.Objects;
import java.util.function.UnaryOperator;
import java.util.stream.Stream;
import org.underbase.operator.config.InvalidSettingException;

/**
 * The trace directory of a process without {@code underbase.trace.dir}: {@code underbase-trace-USER} in its log directory,
 * because the users of a machine often share that. Never below a temporary directory, where any local user could create
 * it first.
 */
final class DefaultDirectory {
    private static final List<String> LOGS = List.of("hadoop.log.dir", "hbase.log.dir");

    private DefaultDirectory() {}

    /**
     * Selects the directory.
     *
     * @param property lookup of system properties; null if undefined
     * @param environment lookup of environment variables; null if undefined
     * @return the directory
     * @throws InvalidSettingException if no directory qualifies; its message is one line
     */
    static Path of(UnaryOperator<String> property, UnaryOperator<String> environment) {
        String logs = Stream.concat(
                        LOGS.stream().map(property), Stream.of("HADOOP_LOG_DIR").map(environment))
                .filter(value -> value != null && !value.isEmpty())
                .findFirst()
                .orElseThrow(() -> none("and the process has no hadoop.log.dir"));
        Path dir = Path.of(logs);
        if (temporary(dir, property.apply("java.io.tmpdir"))) {
            throw none("and the log directory " + logs + " is temporary");
        }
        String user = Objects.requireNonNullElse(property.apply("user.name"), "");
        return dir.resolve("underbase-trace-" + user.replaceAll("[^A-Za-z0-9._-]", "_"));
    }

    private static InvalidSettingException none(String cause) {
        return new InvalidSettingException(TraceKeys.DIR.name() + " is not set, " + cause
                + ": set it to a local directory of the user that runs the process");
    }

    private static boolean temporary(Path dir, String tmpdir) {
        List<Path> temporary = new ArrayList<>(List.of(Path.of("/tmp"), Path.of("/var/tmp"), Path.of("/dev/shm")));
        if (tmpdir != null && !tmpdir.isEmpty()) {
            temporary.add(Path.of(tmpdir));
        }
        Path real = real(dir);
        return temporary.stream()
                .anyMatch(parent -> real.startsWith(real(parent))
                        || dir.toAbsolutePath().normalize().startsWith(parent));
    }

    /** Resolves the links of the part of a path that exists. */
    private static Path real(Path path) {
        Path absolute = path.toAbsolutePath().normalize();
        for (Path existing = absolute; existing != null; existing = existing.getParent()) {
            if (Files.exists(existing)) {
                try {
                    return existing.toRealPath().resolve(existing.relativize(absolute));
                } catch (IOException e) {
                    throw none("and " + existing + " cannot be resolved (" + e + ")");
                }
            }
        }
        return absolute;
    }
}
