package org.underbase.tier.namenode.rpc;

import static org.assertj.core.api.Assertions.assertThat;

import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.CsvSource;

/** Distinction of reads from requests for block locations only. */
class ClientCallsTest {
    private static final long FILE = 1000;

    @ParameterizedTest
    @CsvSource({"0, 1280", "0, 640", "640, 640", "999, 1280"})
    void aRangeIndependentOfTheFileLengthIsARead(long offset, long length) {
        assertThat(ClientCalls.isRead(offset, length, FILE)).isTrue();
    }

    @ParameterizedTest
    @CsvSource({"0, 1000", "400, 600", "0, 9223372036854775807", "5, 9223372036854775807", "5, 9223372036854775803"})
    void aRangeUpToTheEndOfTheFileIsNoRead(long offset, long length) {
        assertThat(ClientCalls.isRead(offset, length, FILE)).isFalse();
    }
}
