package org.underbase.bench.exalt;

import static org.assertj.core.api.Assertions.assertThat;

import java.io.IOException;
import org.junit.jupiter.api.Test;

/** Tests of the machine's thread counts. */
class ThreadsTest {
    /** Smallest limit of Linux: PID_MAX_DEFAULT with CONFIG_BASE_SMALL. */
    private static final long MIN = 4096;

    @Test
    void usedThreadsAreWithinTheLimit() throws IOException {
        assertThat(Threads.max()).isGreaterThanOrEqualTo(MIN);
        assertThat(Threads.used()).isBetween(1L, Threads.max());
    }
}
