package org.underbase.htfs.format;

import static org.assertj.core.api.Assertions.assertThat;

import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.CsvSource;

class DetailsTest {
    @ParameterizedTest
    @CsvSource({
        "replication=3, 3",
        "blockSize=1 replication=2 x=y, 2",
        "oldreplication=7 replication=2, 2",
        "oldreplication=7, -1",
        "replication=, -1",
        "replication=3x, -1",
        "replication, -1",
        "replication=99999999999999999999, -1",
        "'', -1"
    })
    void numbers(String detail, long value) {
        assertThat(Details.number(detail, "replication", -1)).isEqualTo(value);
    }

    @ParameterizedTest
    @CsvSource({
        "cause=a, a",
        "kind=READ cause=a, a",
        "cause=a kind=READ, a",
        "because=b cause=a, a",
        "because=b, ''",
        "cause, ''",
        "kind=cause=b, ''",
        "'', ''"
    })
    void values(String detail, String value) {
        assertThat(Details.value(detail, "cause")).isEqualTo(value);
    }
}
