package org.underbase.operator.config;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import java.util.List;
import org.apache.hadoop.conf.Configuration;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.CsvSource;

class ConfigKeyTest {
    private final Configuration conf = new Configuration(false);

    private ConfigKey key(String defaultValue) {
        return ConfigKey.of("a.b", "any", defaultValue, "A key.");
    }

    @Test
    void defaultsAreReadWhereNothingIsSet() {
        assertThat(key("x y").text(conf)).isEqualTo("x y");
        assertThat(key("true").flag(conf)).isTrue();
        assertThat(key("7").number(conf, 0, 10)).isEqualTo(7);
        assertThat(key("0.5").decimal(conf, 0, 1)).isEqualTo(0.5);
        assertThat(key("64k").bytes(conf)).isEqualTo(65536);
        assertThat(key("").bytes(conf)).isZero();
        assertThat(key("2m").millis(conf)).isEqualTo(120_000);
        assertThat(key("a, b").list(conf)).containsExactly("a", "b");
    }

    @Test
    void configuredValuesAreTrimmed() {
        conf.set("a.b", " FALSE ");
        assertThat(key("true").flag(conf)).isFalse();
    }

    @ParameterizedTest
    @CsvSource({
        "flag,yes",
        "number,11",
        "number,x",
        "decimal,2",
        "decimal,NaN",
        "bytes,5z",
        "bytes,-1",
        "bytes,2g",
        "bytes,''"
    })
    void invalidValuesAreNamedWithTheKey(String kind, String value) {
        conf.set("a.b", value);
        assertThatThrownBy(() -> read(kind))
                .isInstanceOf(InvalidSettingException.class)
                .hasMessageStartingWith("invalid value '" + value + "' of a.b: must be ");
    }

    @ParameterizedTest
    @CsvSource({"x", "-5s", "2d"})
    void invalidDurationsAreNamedWithTheirRange(String value) {
        conf.set("a.b", value);
        assertThatThrownBy(() -> key("1s").millis(conf, 1000, 86_400_000))
                .hasMessage("invalid value '" + value
                        + "' of a.b: must be a duration such as 30s, from 1000ms to 86400000ms");
    }

    @Test
    void choicesIgnoreCase() {
        conf.set("a.b", "Drop");
        assertThat(key("block").choice(conf, List.of("drop", "block"))).isEqualTo("drop");
        assertThatThrownBy(() -> key("block").choice(conf, List.of("stop", "block")))
                .hasMessage("invalid value 'Drop' of a.b: must be stop or block");
    }

    @Test
    void aPlaceholderIsFilledIn() {
        ConfigKey perTier = ConfigKey.of("dfs.tier.<tier>.weight", "number", "1", "A weight.")
                .readBy("NameNode")
                .asLive();
        assertThat(perTier.forName("fast"))
                .isEqualTo(new ConfigKey("dfs.tier.fast.weight", "number", "1", "NameNode", true, "A weight."));
        assertThatThrownBy(() -> key("").forName("fast")).isInstanceOf(IllegalStateException.class);
    }

    private Object read(String kind) {
        return switch (kind) {
            case "flag" -> key("true").flag(conf);
            case "number" -> key("1").number(conf, 0, 10);
            case "decimal" -> key("1").decimal(conf, 0, 1);
            default -> key("1").bytes(conf, 0, 1 << 30);
        };
    }
}
