package org.underbase.combinedlog.datanode;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import java.util.ArrayList;
import java.util.List;
import java.util.Map;
import org.apache.hadoop.conf.Configuration;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.CsvSource;
import org.underbase.combinedlog.conf.CombinedLogKeys;
import org.underbase.operator.config.InvalidSettingException;

/** Changes of the settings of a running journal. */
class JournalSettingsTest {
    private static final String LIMIT = CombinedLogKeys.SYNC_MAX_BYTES.name();
    private static final String RETRY = CombinedLogKeys.CHECKPOINT_RETRY.name();

    private final Configuration conf = new Configuration(false);
    private final JournalSettings settings = new JournalSettings(conf);
    private final List<Integer> limits = new ArrayList<>();

    private void change(Map<String, String> changes) {
        settings.change(changes, changed -> {
            int limit = JournalSettings.syncMaxBytes(changed);
            assertThat(JournalSettings.options(changed)).isNotNull();
            limits.add(limit);
        });
    }

    @Test
    void liveKeysAreChangedTogether() {
        assertThat(settings.live()).containsEntry(LIMIT, "256k").containsEntry(RETRY, "1s");
        change(Map.of(LIMIT, "1m", RETRY, "3s"));

        assertThat(limits).containsExactly(1 << 20);
        assertThat(settings.live()).containsEntry(LIMIT, "1m").containsEntry(RETRY, "3s");
        assertThat(conf.get(LIMIT)).as("configuration of the DataNode").isNull();
    }

    @ParameterizedTest
    @CsvSource({
        "segment.fill.time, 1d, 86400001ms, 0ms, -1ms",
        "segment.wait.timeout, 1h, 3600001ms, 0ms, -1ms",
        "checkpoint.retry, 1h, 106751d, 1ms, 0ms",
        "sync.timeout, 1h, 99999999999d, 100ms, 99ms",
        "commit.interval, 10s, 11s, 1ms, 0ms",
        "group-commit.delay.max, 1s, 2s, 0ms, -1ms"
    })
    void durationsHaveLimits(String key, String longest, String tooLong, String shortest, String tooShort) {
        String name = "dfs.datanode.combinedlog." + key;
        change(Map.of(name, longest));
        change(Map.of(name, shortest));
        for (String invalid : List.of(tooLong, tooShort)) {
            assertThatThrownBy(() -> change(Map.of(name, invalid)))
                    .isInstanceOf(InvalidSettingException.class)
                    .hasMessageMatching("invalid value '" + invalid + "' of " + name
                            + ": must be a duration such as 30s, from [0-9]+ms to [0-9]+ms");
        }
        assertThat(settings.live()).containsEntry(name, shortest);
    }

    @Test
    void otherKeysAndInvalidValuesChangeNothing() {
        String directory = CombinedLogKeys.DIR.name();
        assertThatThrownBy(() -> change(Map.of(LIMIT, "1m", directory, "/other")))
                .isInstanceOf(InvalidSettingException.class)
                .hasMessageStartingWith("cannot change " + directory + " while the DataNode runs; live keys are ")
                .hasMessageContaining(LIMIT);
        assertThatThrownBy(() -> change(Map.of(LIMIT, "much")))
                .isInstanceOf(InvalidSettingException.class)
                .hasMessageContaining("invalid value 'much' of " + LIMIT);
        assertThatThrownBy(() -> change(Map.of(LIMIT, "")))
                .as("0 would turn the journal off")
                .isInstanceOf(InvalidSettingException.class)
                .hasMessageContaining("invalid value '' of " + LIMIT);

        assertThat(limits).isEmpty();
        assertThat(settings.live()).containsEntry(LIMIT, "256k");
    }
}
