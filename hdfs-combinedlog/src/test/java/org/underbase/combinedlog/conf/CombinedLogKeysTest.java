package org.underbase.combinedlog.conf;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import java.io.IOException;
import java.nio.file.Path;
import java.util.List;
import org.apache.hadoop.conf.Configuration;
import org.junit.jupiter.api.Test;
import org.underbase.combinedlog.datanode.JournalLocation;
import org.underbase.operator.config.ConfigKey;
import org.underbase.operator.config.InvalidSettingException;

/** Values of the keys and messages about invalid ones. */
class CombinedLogKeysTest {
    private final Configuration conf = new Configuration(false);

    @Test
    void sizeOutOfRangeIsReportedWithItsKey() {
        ConfigKey key = CombinedLogKeys.SEGMENT_SIZE;
        assertThat(key.bytes(conf, 64 << 10, 16L << 30)).isEqualTo(64 << 20);
        for (String invalid : List.of("1", "100000g", "-64m", "many")) {
            conf.set(key.name(), invalid);
            assertThatThrownBy(() -> key.bytes(conf, 64 << 10, 16L << 30))
                    .isInstanceOf(IllegalArgumentException.class)
                    .hasMessage("invalid value '" + invalid + "' of " + key.name()
                            + ": must be a size from 64k to 16g, such as 64m");
        }
        conf.set(key.name(), "16g");
        assertThat(key.bytes(conf, 64 << 10, 16L << 30)).isEqualTo(16L << 30);
        conf.set(CombinedLogKeys.SYNC_MAX_BYTES.name(), "-1");
        assertThatThrownBy(() -> CombinedLogKeys.SYNC_MAX_BYTES.bytes(conf))
                .hasMessageEndingWith("sync.max.bytes: must be a size, such as 64m");
    }

    @Test
    void journalDirectoryIsAnAbsolutePath() throws IOException {
        for (String valid : List.of("/journal", "file:///journal", "[SSD]/journal", " [DISK]file:///journal ")) {
            conf.set(CombinedLogKeys.DIR.name(), valid);
            assertThat(JournalLocation.configured(conf)).contains(Path.of("/journal"));
        }
        for (String invalid : List.of("journal", "./journal", "file:journal", "[SSD]journal", "hdfs://node/journal")) {
            conf.set(CombinedLogKeys.DIR.name(), invalid);
            assertThatThrownBy(() -> JournalLocation.configured(conf))
                    .isInstanceOf(InvalidSettingException.class)
                    .hasMessage("invalid value '" + invalid + "' of " + CombinedLogKeys.DIR.name()
                            + ": must be an absolute path");
        }
    }
}
