package org.underbase.exalt.harness.cluster;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;
import static org.assertj.core.api.Assertions.within;

import java.util.stream.IntStream;
import org.junit.jupiter.api.Test;

class HBaseOptionsTest {
    private static final long GIB = 1L << 30;

    @Test
    void memstoreLimitDependsOnTheMemoryAndNotOnTheHeap() {
        for (long memory : new long[] {GIB / 4, GIB, 16 * GIB}) {
            HBaseOptions options = HBaseOptions.of(3, memory);
            assertThat(options.memstores()).isLessThanOrEqualTo(0.7);
            assertThat(options.memstores() * options.heap()).isCloseTo(0.4 * memory, within(1.0));
        }
    }

    @Test
    void eachRegionServerBelongsToOneJvm() {
        HBaseOptions options = HBaseOptions.of(35, GIB);
        assertThat(options.jvms()).isEqualTo(3);
        assertThat(IntStream.range(0, 3).map(options::nodesOf)).containsExactly(12, 12, 11);
        assertThat(HBaseOptions.of(0, GIB)).isEqualTo(HBaseOptions.NONE);
    }

    @Test
    void invalidOptionsAreRejected() {
        assertThatThrownBy(() -> new HBaseOptions(2, 3, GIB, GIB))
                .hasMessageContaining("invalid --region-server-jvms 3: must be 1 to 2");
        assertThatThrownBy(() -> new HBaseOptions(2, 1, 4 * GIB, GIB))
                .hasMessageContaining(
                        "--region-server-heap 1024m is too small for --region-server-memory 4096m: set at least");
        assertThatThrownBy(() -> new HBaseOptions(-1, 1, GIB, GIB)).hasMessageContaining("must be at least 0");
    }
}
