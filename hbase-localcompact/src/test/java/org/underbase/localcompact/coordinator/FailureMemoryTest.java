package org.underbase.localcompact.coordinator;

import static org.assertj.core.api.Assertions.assertThat;

import java.time.Duration;
import java.util.List;
import java.util.Map;
import org.junit.jupiter.api.Test;
import org.underbase.localcompact.coordinator.FailureMemory.Kind;
import org.underbase.localcompact.coordinator.FailureMemory.NodeFailures;

class FailureMemoryTest {
    private static final Duration PAUSE = Duration.ofMinutes(1);

    private long now = Long.MAX_VALUE - 1;
    private final FailureMemory memory = new FailureMemory(PAUSE, () -> now);

    private void pass(Duration time) {
        // System.nanoTime may overflow.
        now += time.toNanos();
    }

    @Test
    void failedNodeIsExcludedForPause() {
        assertThat(memory.excluded()).isEmpty();
        memory.add("a:1", Kind.FAILED);
        assertThat(memory.excluded()).containsExactly("a:1");
        pass(PAUSE.minusNanos(1));
        assertThat(memory.excluded()).containsExactly("a:1");
        pass(Duration.ofNanos(1));
        assertThat(memory.excluded()).isEmpty();
    }

    @Test
    void pauseDoublesUpTo64Times() {
        for (int factor : List.of(1, 2, 4, 8, 16, 32, 64, 64, 64)) {
            memory.add("a:1", Kind.DIVERGED);
            assertThat(memory.nodes()).singleElement().satisfies(node -> assertThat(node.excluded())
                    .isEqualTo(PAUSE.multipliedBy(factor)));
            pass(PAUSE.multipliedBy(factor));
            assertThat(memory.excluded()).isEmpty();
        }
    }

    @Test
    void failureDuringExclusionIsCountedAndDoesNotExtendIt() {
        memory.add("a:1", Kind.FAILED);
        pass(PAUSE.dividedBy(2));
        memory.add("a:1", Kind.DIVERGED);
        pass(PAUSE.dividedBy(2));
        assertThat(memory.excluded()).isEmpty();
        assertThat(memory.nodes())
                .containsExactly(new NodeFailures("a:1", Map.of(Kind.FAILED, 1L, Kind.DIVERGED, 1L), Duration.ZERO));
    }

    @Test
    void successResetsPauseButEndsNoExclusion() {
        memory.add("a:1", Kind.FAILED);
        memory.succeeded("a:1");
        assertThat(memory.excluded()).containsExactly("a:1");
        pass(PAUSE);
        memory.succeeded("a:1");
        memory.add("a:1", Kind.FAILED);
        pass(PAUSE);
        assertThat(memory.excluded()).isEmpty();
    }

    @Test
    void countsOfAllNodesAreSummedUp() {
        memory.add("a:1", Kind.DIVERGED);
        memory.add("b:1", Kind.DIVERGED);
        memory.add("b:1", Kind.INCOMPATIBLE);
        memory.succeeded("c:1");
        assertThat(memory.count(Kind.DIVERGED)).isEqualTo(2);
        assertThat(memory.count(Kind.INCOMPATIBLE)).isEqualTo(1);
        assertThat(memory.count(Kind.FAILED)).isZero();
        assertThat(memory.nodes()).extracting(NodeFailures::dataNode).containsExactly("a:1", "b:1");
    }

    @Test
    void zeroPauseExcludesNoNode() {
        FailureMemory counting = new FailureMemory(Duration.ZERO, () -> now);
        counting.add("a:1", Kind.FAILED);
        assertThat(counting.excluded()).isEmpty();
        assertThat(counting.count(Kind.FAILED)).isEqualTo(1);
    }
}
