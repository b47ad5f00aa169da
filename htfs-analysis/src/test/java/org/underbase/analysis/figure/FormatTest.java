package org.underbase.analysis.figure;

import static org.assertj.core.api.Assertions.assertThat;

import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.CsvSource;

class FormatTest {

    @ParameterizedTest
    @CsvSource({
        "0, 0 ns",
        "999, 999 ns",
        "1500, 1.50 us",
        "6560000, 6.56 ms",
        "67100000000, 67.1 s",
        "125000000000, 2 min 05 s",
        "7260000000000, 2 h 01 min"
    })
    void nanos(long nanos, String text) {
        assertThat(Format.nanos(nanos)).isEqualTo(text);
    }

    @ParameterizedTest
    @CsvSource({"17, 17x", "10, 10x", "2.1, 2.1x", "0.08, 0.08x", "100, 100x", "1200, 1200x", "0, 0x"})
    void times(double factor, String text) {
        assertThat(Format.times(factor)).isEqualTo(text);
    }

    @ParameterizedTest
    @CsvSource({"0, 0.00%", "0.031, 0.03%", "1, 1.00%", "55.54, 55.5%", "100, 100%"})
    void percent(double percent, String text) {
        assertThat(Format.percent(percent)).isEqualTo(text);
    }

    @ParameterizedTest
    @CsvSource({"79.4, 79/21", "99.6, 100/0", "0, 0/100"})
    void ratio(double readPercent, String text) {
        assertThat(Format.ratio(readPercent)).isEqualTo(text);
    }
}
