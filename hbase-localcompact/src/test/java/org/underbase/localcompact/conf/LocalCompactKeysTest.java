package org.underbase.localcompact.conf;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import org.apache.hadoop.conf.Configuration;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.CsvSource;
import org.junit.jupiter.params.provider.ValueSource;

/** What settings mean, and which mean nothing. */
class LocalCompactKeysTest {
    private static Configuration with(LocalCompactKeys.Key key, String value) {
        Configuration conf = new Configuration(false);
        conf.set(key.name(), value);
        return conf;
    }

    @ParameterizedTest
    @CsvSource({"true,true", "TRUE,true", "False,false", "' false ',false"})
    void booleansAreAsElsewhereInHBase(String text, boolean value) {
        assertThat(LocalCompactKeys.PIN.flag(with(LocalCompactKeys.PIN, text))).isEqualTo(value);
    }

    @ParameterizedTest
    @CsvSource({"60s,60000", "1m,60000", "1000,1000", "1d,86400000"})
    void durations(String text, long millis) {
        assertThat(LocalCompactKeys.PATIENCE.millis(with(LocalCompactKeys.PATIENCE, text)))
                .isEqualTo(millis);
    }

    @ParameterizedTest
    @ValueSource(strings = {"1", "-5", "0", "99999d", "soon", "2d", "9223372036854775807s"})
    void durationsThatMakeNoSense(String text) {
        assertThatThrownBy(() -> LocalCompactKeys.PATIENCE.millis(with(LocalCompactKeys.PATIENCE, text)))
                .isInstanceOf(IllegalArgumentException.class)
                .hasMessage("underbase.localcompact.patience is '" + text
                        + "': it should be a duration such as 30s, from 1s to 1d");
    }

    @Test
    void booleansThatMakeNoSense() {
        assertThatThrownBy(() -> LocalCompactKeys.ENABLED.flag(with(LocalCompactKeys.ENABLED, "yes")))
                .isInstanceOf(IllegalArgumentException.class)
                .hasMessage("underbase.localcompact.enabled is 'yes': it should be true or false");
    }
}
