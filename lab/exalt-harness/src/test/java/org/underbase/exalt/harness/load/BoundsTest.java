package org.underbase.exalt.harness.load;

import static org.assertj.core.api.Assertions.assertThat;

import java.util.stream.IntStream;
import org.junit.jupiter.api.Test;

class BoundsTest {
    @Test
    void numberOfFilesEndsTheLoad() {
        Bounds bounds = new Bounds(spec(3, 0));
        assertThat(IntStream.range(0, 5).mapToLong(i -> bounds.next())).containsExactly(0L, 1L, 2L, -1L, -1L);
        assertThat(bounds.over()).as("files that are begun are finished").isFalse();
    }

    @Test
    void stopEndsTheLoadAtOnce() {
        Bounds bounds = new Bounds(spec(0, 3600));
        assertThat(bounds.next()).isZero();
        bounds.stop();
        assertThat(bounds.over()).isTrue();
        assertThat(bounds.next()).isEqualTo(-1);
    }

    private static LoadSpec spec(long files, long seconds) {
        return new LoadSpec(LoadSpec.Kind.WRITE, "/exalt", 1, 10, files, seconds, (short) 3, 1 << 20, 1, 1);
    }
}
