package org.underbase.localcompact.conf;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import java.time.Duration;
import org.apache.hadoop.conf.Configuration;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.CsvSource;
import org.junit.jupiter.params.provider.ValueSource;
import org.underbase.operator.config.ConfigKey;
import org.underbase.operator.config.InvalidSettingException;

/** Test of valid and invalid values of the keys. */
class LocalCompactKeysTest {
    private static Configuration with(ConfigKey key, String value) {
        Configuration conf = new Configuration(false);
        conf.set(key.name(), value);
        return conf;
    }

    @ParameterizedTest
    @CsvSource({"true,true", "TRUE,true", "False,false", "' false ',false"})
    void booleanIsReadIgnoringCaseAndBlanks(String text, boolean value) {
        assertThat(LocalCompactKeys.FAVORED_NODES_ENABLED.flag(with(LocalCompactKeys.FAVORED_NODES_ENABLED, text)))
                .isEqualTo(value);
    }

    @ParameterizedTest
    @CsvSource({"60s,60000", "1m,60000", "1000,1000", "1d,86400000"})
    void timeoutIsReadInHadoopsNotation(String text, long millis) {
        assertThat(LocalCompactKeys.progressTimeout(with(LocalCompactKeys.PROGRESS_TIMEOUT, text)))
                .isEqualTo(Duration.ofMillis(millis));
    }

    /** The administrator can disable local compaction for all tables. */
    @ParameterizedTest
    @CsvSource({"true,true,true", "true,false,false", "false,true,false", "false,false,false"})
    void tableCannotEnableWhatServerDisables(String table, String site, boolean enabled) {
        assertThat(LocalCompactKeys.enabled(
                        with(LocalCompactKeys.ENABLED, table), with(LocalCompactKeys.ENABLED, site)))
                .isEqualTo(enabled);
    }

    /** Merges that have started hold slots of other servers while the compaction waits. */
    @ParameterizedTest
    @CsvSource({"30s,10s,10000", "5s,10s,5000", "0,10s,0", "40s,50s,30000"})
    void slotWaitOfServerBoundsThatOfTable(String table, String site, long millis) {
        assertThat(LocalCompactKeys.slotWait(
                        with(LocalCompactKeys.SLOT_WAIT, table), with(LocalCompactKeys.SLOT_WAIT, site)))
                .isEqualTo(Duration.ofMillis(millis));
    }

    @ParameterizedTest
    @ValueSource(strings = {"1", "-5", "0", "99999d", "soon", "2d", "9223372036854775807s"})
    void timeoutIsRejectedOutsideOneSecondToOneDay(String text) {
        assertThatThrownBy(() -> LocalCompactKeys.progressTimeout(with(LocalCompactKeys.PROGRESS_TIMEOUT, text)))
                .isInstanceOf(InvalidSettingException.class)
                .hasMessage(
                        "invalid value '" + text + "' of underbase.localcompact.progress.timeout: must be a duration"
                                + " such as 30s, from 1000ms to 86400000ms");
    }

    @Test
    void booleanIsRejectedIfNeitherTrueNorFalse() {
        assertThatThrownBy(() -> LocalCompactKeys.ENABLED.flag(with(LocalCompactKeys.ENABLED, "yes")))
                .isInstanceOf(InvalidSettingException.class)
                .hasMessage("invalid value 'yes' of underbase.localcompact.enabled: must be true or false");
    }
}
