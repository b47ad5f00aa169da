package org.underbase.bench.exalt;

import static org.assertj.core.api.Assertions.assertThat;

import java.io.IOException;
import org.junit.jupiter.api.Test;

class ThreadsTest {
    /** Linux gives no machine fewer ids than this (PID_MAX_DEFAULT of a small one). */
    private static final long LEAST = 4096;

    @Test
    void theMachineMayHaveMoreThanItHas() throws IOException {
        assertThat(Threads.most()).isGreaterThanOrEqualTo(LEAST);
        assertThat(Threads.taken()).isBetween(1L, Threads.most());
    }
}
