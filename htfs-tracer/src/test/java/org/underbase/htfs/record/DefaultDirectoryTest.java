package org.underbase.htfs.record;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import java.nio.file.Files;
import java.nio.file.Path;
import java.util.HashMap;
import java.util.Map;
import org.junit.jupiter.api.BeforeEach;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.ValueSource;

class DefaultDirectoryTest {
    private static final Path LOGS = Path.of("/var/log/hadoop");

    private final Map<String, String> properties = new HashMap<>();
    private final Map<String, String> environment = new HashMap<>();

    @TempDir
    Path dir;

    @BeforeEach
    void set() {
        properties.put("user.name", "alice");
        properties.put("java.io.tmpdir", dir.resolve("tmp").toString());
    }

    @Test
    void theDirectoryIsInTheLogDirectoryAndOfOneUser() {
        environment.put("HADOOP_LOG_DIR", LOGS.toString());
        assertThat(directory()).isEqualTo(LOGS.resolve("underbase-trace-alice"));
        properties.put("hbase.log.dir", "/var/log/hbase");
        assertThat(directory()).isEqualTo(Path.of("/var/log/hbase/underbase-trace-alice"));
        properties.put("hadoop.log.dir", LOGS.toString());
        properties.put("user.name", "../bob");
        assertThat(directory()).isEqualTo(LOGS.resolve("underbase-trace-.._bob"));
    }

    @Test
    void withoutALogDirectoryThereIsNone() {
        assertThatThrownBy(this::directory)
                .hasMessage("underbase.trace.dir is not set, and the process has no hadoop.log.dir: set it to a local"
                        + " directory of the user that runs the process");
    }

    @ParameterizedTest
    @ValueSource(strings = {"/tmp", "/tmp/logs", "/var/tmp/hadoop/../logs", "/dev/shm/logs"})
    void aTemporaryLogDirectoryIsNotUsed(String logs) {
        properties.put("hadoop.log.dir", logs);
        assertThatThrownBy(this::directory)
                .hasMessage("underbase.trace.dir is not set, and the log directory " + logs
                        + " is temporary: set it to a local directory of the user that runs the process");
    }

    @Test
    void aLinkToATemporaryDirectoryIsNotUsed() throws Exception {
        Path tmp = Files.createDirectory(dir.resolve("tmp"));
        properties.put(
                "hadoop.log.dir",
                Files.createSymbolicLink(dir.resolve("logs"), tmp)
                        .resolve("new")
                        .toString());
        assertThatThrownBy(this::directory).hasMessageContaining(" is temporary");
    }

    private Path directory() {
        return DefaultDirectory.of(properties::get, environment::get);
    }
}
