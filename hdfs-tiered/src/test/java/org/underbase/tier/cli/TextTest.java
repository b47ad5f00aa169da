package org.underbase.tier.cli;

import static org.assertj.core.api.Assertions.assertThat;

import java.time.Duration;
import org.junit.jupiter.api.Test;

final class TextTest {
    @Test
    void namesCannotDriveATerminal() {
        assertThat(Text.printable("/a\u001b[2J\n\u009b\u202e\u2028b"))
                .isEqualTo("/a\\u001b[2J\\u000a\\u009b\\u202e\\u2028b");
        assertThat(Text.printable("/münchen/日本 x")).isEqualTo("/münchen/日本 x");
    }

    @Test
    void timesAndSizes() {
        assertThat(Text.time(Duration.ofSeconds(59))).isEqualTo("59 s");
        assertThat(Text.time(Duration.ofSeconds(185))).isEqualTo("3 min 5 s");
        assertThat(Text.time(Duration.ofMinutes(130))).isEqualTo("2 h 10 min");
        assertThat(Text.size(1536L << 20)).isEqualTo("1.5 G");
        assertThat(Text.count(1, "block")).isEqualTo("1 block");
        assertThat(Text.count(0, "block")).isEqualTo("0 blocks");
    }
}
