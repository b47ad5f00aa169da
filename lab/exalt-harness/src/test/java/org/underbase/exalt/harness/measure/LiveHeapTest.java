package org.underbase.exalt.harness.measure;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import java.io.IOException;
import org.junit.jupiter.api.Test;

class LiveHeapTest {
    private static final String HISTOGRAM =
            """
            4711:
             num     #instances         #bytes  class name (module)
            -------------------------------------------------------
               1:            12            480  [[B (java.base@17.0.15)
               2:          2345        6789012  [B (java.base@17.0.15)
               3:           100           2400  java.lang.String (java.base@17.0.15)
            Total          2457        6791892
            """;

    @Test
    void byteArraysAreDistinguishedFromArraysOfByteArrays() throws IOException {
        assertThat(LiveHeap.of(HISTOGRAM, 7)).isEqualTo(new LiveHeap(6_791_892, 6_789_012, 7));
    }

    @Test
    void otherTextIsRejected() {
        assertThatThrownBy(() -> LiveHeap.of("4711:\nno such process", 7))
                .isInstanceOf(IOException.class)
                .hasMessageContaining("4711");
    }
}
