package org.underbase.combinedlog.client;

import static org.assertj.core.api.Assertions.assertThat;

import java.io.IOException;
import java.nio.ByteBuffer;

/** Appends of records whose acknowledgement the test does not await one by one. */
final class Appends {
    private Appends() {}

    static void append(LogWriter log, ByteBuffer record) throws IOException {
        assertThat(log.append(record)).isNotNull();
    }
}
