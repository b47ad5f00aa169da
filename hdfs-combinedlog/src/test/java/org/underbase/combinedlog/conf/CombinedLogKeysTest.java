package org.underbase.combinedlog.conf;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import java.io.IOException;
import java.nio.file.Path;
import java.util.Arrays;
import java.util.List;
import java.util.Map;
import java.util.stream.Collectors;
import org.apache.hadoop.conf.Configuration;
import org.apache.hadoop.fs.StorageType;
import org.junit.jupiter.api.Test;
import org.underbase.combinedlog.datanode.JournalLocation;
import org.underbase.combinedlog.mode.StorageModes;
import org.underbase.combinedlog.mode.SyncMode;
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

    @Test
    void storageTypesHaveTheModesOfTheKeys() {
        assertThat(modes())
                .as("without keys")
                .containsEntry(StorageType.DISK, SyncMode.JOURNAL)
                .containsEntry(StorageType.NVDIMM, SyncMode.JOURNAL)
                .containsEntry(StorageType.RAM_DISK, SyncMode.STOCK)
                .containsEntry(StorageType.PROVIDED, SyncMode.STOCK);
        conf.set(CombinedLogKeys.DURABLE_HFLUSH.name(), "nvdimm");
        assertThat(modes())
                .containsEntry(StorageType.NVDIMM, SyncMode.DURABLE_HFLUSH)
                .containsEntry(StorageType.DISK, SyncMode.JOURNAL);
        conf.set(CombinedLogKeys.STORAGE_TYPES.name(), "SSD, NVDIMM");
        assertThat(modes())
                .containsEntry(StorageType.NVDIMM, SyncMode.DURABLE_HFLUSH)
                .containsEntry(StorageType.SSD, SyncMode.JOURNAL)
                .containsEntry(StorageType.DISK, SyncMode.STOCK);
    }

    private Map<StorageType, SyncMode> modes() {
        StorageModes modes = CombinedLogKeys.storageModes(conf);
        return Arrays.stream(StorageType.values()).collect(Collectors.toMap(type -> type, modes::of));
    }

    @Test
    void invalidStorageTypesAreReportedWithTheirKey() {
        for (ConfigKey key : List.of(CombinedLogKeys.STORAGE_TYPES, CombinedLogKeys.DURABLE_HFLUSH)) {
            for (String invalid : List.of("FLOPPY", "RAM_DISK")) {
                conf.set(key.name(), invalid);
                assertThatThrownBy(() -> CombinedLogKeys.storageModes(conf))
                        .isInstanceOf(InvalidSettingException.class)
                        .hasMessageContaining("invalid value '" + invalid + "' of " + key.name());
            }
            conf.unset(key.name());
        }
        conf.set(CombinedLogKeys.STORAGE_TYPES.name(), "SSD");
        conf.set(CombinedLogKeys.DURABLE_HFLUSH.name(), "NVDIMM");
        assertThatThrownBy(() -> CombinedLogKeys.storageModes(conf))
                .isInstanceOf(InvalidSettingException.class)
                .hasMessageContaining("must be a part of " + CombinedLogKeys.STORAGE_TYPES.name() + "=SSD");
    }
}
