package org.underbase.combinedlog.datanode;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import java.util.ArrayList;
import java.util.List;
import java.util.Map;
import org.apache.hadoop.conf.Configuration;
import org.junit.jupiter.api.Test;
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

        assertThat(limits).isEmpty();
        assertThat(settings.live()).containsEntry(LIMIT, "256k");
    }
}
