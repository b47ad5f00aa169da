package org.underbase.htfs.imports;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import java.time.Instant;
import java.time.ZoneOffset;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.ValueSource;

class LogTimeTest {
    private final LogTime time = new LogTime(ZoneOffset.UTC);

    @Test
    void aTimeHasMilliseconds() throws BadLineException {
        assertThat(time.of("2026-01-31 12:00:59,123 INFO"))
                .isEqualTo(Instant.parse("2026-01-31T12:00:59.123Z").toEpochMilli() * 1_000_000);
    }

    @ParameterizedTest
    @ValueSource(
            strings = {
                "2026-01-31 12:00:60,123",
                "2026-01-31 12:00:99,123",
                "2026-01-31 12:60:00,123",
                "2026-01-31 24:00:00,123",
                "2026-02-29 12:00:00,123"
            })
    void aTimeThatDoesNotExistIsMalformed(String line) throws BadLineException {
        time.of("2026-01-31 12:00:00,123");
        assertThatThrownBy(() -> time.of(line))
                .isInstanceOf(BadLineException.class)
                .hasMessageStartingWith("invalid time " + line);
    }
}
