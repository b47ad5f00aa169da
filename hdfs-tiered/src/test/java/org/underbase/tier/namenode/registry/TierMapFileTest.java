package org.underbase.tier.namenode.registry;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import java.nio.file.Files;
import java.nio.file.Path;
import java.nio.file.attribute.FileTime;
import java.util.Map;
import org.apache.hadoop.test.GenericTestUtils.LogCapturer;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.ValueSource;
import org.slf4j.LoggerFactory;
import org.underbase.tier.policy.TierNames;

/** The operator's map of DataNodes to tiers. */
class TierMapFileTest {
    private static final TierNames TIERS = TierNames.parse("fast,disk");

    @TempDir
    Path directory;

    @Test
    void linesAreReadInAnyCaseWithComments() {
        assertThat(TierMapFile.parse("# map\n Node1:9866 fast # the new one\n\n10.0.0.2:9866\tdisk\n", TIERS))
                .isEqualTo(Map.of("node1:9866", 0, "10.0.0.2:9866", 1));
        assertThat(TierMapFile.parse("", TIERS)).isEmpty();
    }

    @ParameterizedTest
    @ValueSource(
            strings = {
                "node1 fast",
                "node1:9866",
                "node1:9866 tape",
                "node1:9866 fast disk",
                "node1:x fast",
                "node1:9866 fast\nNODE1:9866 disk",
                ":9866 fast"
            })
    void aWrongLineIsNamed(String text) {
        assertThatThrownBy(() -> TierMapFile.parse(text, TIERS))
                .isInstanceOf(IllegalArgumentException.class)
                .message()
                .hasLineCount(1);
    }

    @Test
    void aChangedFileIsReadAgainAndAWrongOneChangesNothing() throws Exception {
        Path file = directory.resolve("map");
        TierMapFile map = new TierMapFile(file, TIERS);
        assertThat(map.current()).isEmpty();
        write(file, "node1:9866 fast", 1000);
        assertThat(map.current()).isEqualTo(Map.of("node1:9866", 0));
        write(file, "node1:9866 disk", 2000);
        assertThat(map.current()).isEqualTo(Map.of("node1:9866", 1));
        write(file, "node1:9866 tape", 3000);
        assertThat(map.current()).isEqualTo(Map.of("node1:9866", 1));
        Files.delete(file);
        assertThat(map.current()).isEqualTo(Map.of("node1:9866", 1));
        write(file, "node2:9866 fast", 4000);
        assertThat(map.current()).isEqualTo(Map.of("node2:9866", 0));
    }

    /** The file was read after a part of it was written, within one tick of the file system's clock. */
    @Test
    void aLongerFileOfTheSameTimeIsReadAgain() throws Exception {
        Path file = directory.resolve("map");
        TierMapFile map = new TierMapFile(file, TIERS);
        write(file, "", 1000);
        assertThat(map.current()).isEmpty();
        write(file, "node1:9866 fast", 1000);
        assertThat(map.current()).isEqualTo(Map.of("node1:9866", 0));
    }

    @Test
    void logsAMissingFileOnceUntilItExistsAgain() throws Exception {
        Path file = directory.resolve("missing");
        TierMapFile map = new TierMapFile(file, TIERS);
        LogCapturer log = LogCapturer.captureLogs(LoggerFactory.getLogger(TierMapFile.class));
        try {
            for (int i = 0; i < 5; i++) {
                assertThat(map.current()).isEmpty();
            }
            assertThat(log.getOutput().split("ignoring the tier map", -1)).hasSize(2);
            write(file, "node1:9866 fast", 1000);
            assertThat(map.current()).hasSize(1);
            Files.delete(file);
            map.current();
            map.current();
            assertThat(log.getOutput().split("ignoring the tier map", -1)).hasSize(3);
        } finally {
            log.stopCapturing();
        }
    }

    private static void write(Path file, String text, long modified) throws Exception {
        Files.writeString(file, text);
        Files.setLastModifiedTime(file, FileTime.fromMillis(modified));
    }
}
