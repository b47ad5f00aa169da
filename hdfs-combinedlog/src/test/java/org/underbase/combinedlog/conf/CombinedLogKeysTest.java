package org.underbase.combinedlog.conf;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import java.io.IOException;
import java.nio.file.Path;
import java.util.List;
import org.apache.hadoop.conf.Configuration;
import org.junit.jupiter.api.Test;
import org.underbase.combinedlog.datanode.JournalPlace;

class CombinedLogKeysTest {
    private final Configuration conf = new Configuration(false);

    @Test
    void aSizeIsInItsRangeOrNamesItsKey() {
        CombinedLogKeys.Key key = CombinedLogKeys.SEGMENT_SIZE;
        assertThat(key.bytes(conf, 64 << 10, 16L << 30)).isEqualTo(64 << 20);
        for (String wrong : List.of("1", "100000g", "-64m", "many")) {
            conf.set(key.name(), wrong);
            assertThatThrownBy(() -> key.bytes(conf, 64 << 10, 16L << 30))
                    .isInstanceOf(IllegalArgumentException.class)
                    .hasMessage(key.name() + " is '" + wrong + "': it should be a size from 64k to 16g, such as 64m");
        }
        conf.set(key.name(), "16g");
        assertThat(key.bytes(conf, 64 << 10, 16L << 30)).isEqualTo(16L << 30);
        conf.set(CombinedLogKeys.SYNC_LIMIT.name(), "-1");
        assertThatThrownBy(() -> CombinedLogKeys.SYNC_LIMIT.bytes(conf, 0, Long.MAX_VALUE))
                .hasMessageEndingWith("sync.limit is '-1': it should be a size, such as 256k");
    }

    @Test
    void theJournalsDirectoryIsAnAbsolutePath() throws IOException {
        for (String right : List.of("/journal", "file:///journal", "[SSD]/journal", " [DISK]file:///journal ")) {
            conf.set(CombinedLogKeys.DIR.name(), right);
            assertThat(JournalPlace.configured(conf)).contains(Path.of("/journal"));
        }
        for (String wrong : List.of("journal", "./journal", "file:journal", "[SSD]journal", "hdfs://node/journal")) {
            conf.set(CombinedLogKeys.DIR.name(), wrong);
            assertThatThrownBy(() -> JournalPlace.configured(conf))
                    .isInstanceOf(IOException.class)
                    .hasMessage(CombinedLogKeys.DIR.name() + ": '" + wrong + "' is no absolute path");
        }
    }
}
