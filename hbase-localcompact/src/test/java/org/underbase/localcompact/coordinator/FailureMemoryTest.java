package org.underbase.localcompact.coordinator;

import static org.assertj.core.api.Assertions.assertThat;

import java.time.Duration;
import java.util.ArrayList;
import java.util.HashMap;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import java.util.Set;
import org.junit.jupiter.api.Test;
import org.underbase.localcompact.coordinator.FailureMemory.Kind;
import org.underbase.localcompact.coordinator.FailureMemory.Node;
import org.underbase.localcompact.coordinator.FailureMemory.NodeFailures;
import org.underbase.localcompact.worker.Worker;

class FailureMemoryTest {
    private static final Duration PAUSE = Duration.ofMinutes(1);

    private static final Node A = node("a:1", "rs,1", "gz");
    private static final Node B = node("b:1", "rs,1", "gz");

    private final Map<String, Worker> workers = new HashMap<>(Map.of("a:1", worker("rs,1"), "b:1", worker("rs,1")));
    private long now = Long.MAX_VALUE - 1;
    private final FailureMemory memory = new FailureMemory(PAUSE, () -> now);

    private static Node node(String dataNode, String server, String fingerprint) {
        return new Node(dataNode, server, fingerprint);
    }

    private static Worker worker(String name) {
        return new FakeWorker(name, 1, new ArrayList<>());
    }

    private Set<String> excluded(String fingerprint) {
        return memory.excluded(workers, fingerprint);
    }

    private void pass(Duration time) {
        // System.nanoTime may overflow.
        now += time.toNanos();
    }

    @Test
    void failedNodeIsExcludedForPause() {
        assertThat(excluded("gz")).isEmpty();
        memory.add(A, Kind.FAILED, "cause");
        assertThat(excluded("gz")).containsExactly("a:1");
        pass(PAUSE.minusNanos(1));
        assertThat(excluded("gz")).containsExactly("a:1");
        pass(Duration.ofNanos(1));
        assertThat(excluded("gz")).isEmpty();
    }

    @Test
    void pauseDoublesUpTo64Times() {
        for (int factor : List.of(1, 2, 4, 8, 16, 32, 64, 64, 64)) {
            memory.add(A, Kind.DIVERGED, "cause");
            assertThat(memory.nodes()).singleElement().satisfies(node -> assertThat(node.excluded())
                    .isEqualTo(PAUSE.multipliedBy(factor)));
            pass(PAUSE.multipliedBy(factor));
            assertThat(excluded("gz")).isEmpty();
        }
    }

    @Test
    void failureDuringExclusionIsCountedAndDoesNotExtendIt() {
        memory.add(A, Kind.FAILED, "cause");
        pass(PAUSE.dividedBy(2));
        memory.add(A, Kind.DIVERGED, "cause");
        pass(PAUSE.dividedBy(2));
        assertThat(excluded("gz")).isEmpty();
        assertThat(memory.nodes())
                .containsExactly(new NodeFailures(
                        "a:1",
                        Map.of(Kind.FAILED, 1L, Kind.DIVERGED, 1L),
                        Duration.ZERO,
                        Optional.of(Kind.FAILED),
                        "cause"));
    }

    @Test
    void reasonIsThatOfTheLastExclusion() {
        memory.add(A, Kind.FAILED, "first");
        pass(PAUSE);
        memory.add(A, Kind.DIVERGED, "second");
        memory.add(A, Kind.FAILED, "during the exclusion");
        assertThat(memory.nodes()).singleElement().satisfies(node -> {
            assertThat(node.reason()).contains(Kind.DIVERGED);
            assertThat(node.cause()).isEqualTo("second");
        });
    }

    @Test
    void successResetsPauseButEndsNoExclusion() {
        memory.add(A, Kind.FAILED, "cause");
        memory.succeeded(A);
        assertThat(excluded("gz")).containsExactly("a:1");
        pass(PAUSE);
        memory.succeeded(A);
        memory.add(A, Kind.FAILED, "cause");
        pass(PAUSE);
        assertThat(excluded("gz")).isEmpty();
    }

    @Test
    void countsOfAllNodesAreSummedUp() {
        memory.add(A, Kind.DIVERGED, "cause");
        memory.add(B, Kind.DIVERGED, "cause");
        memory.add(B, Kind.INCOMPATIBLE, "cause");
        memory.succeeded(node("c:1", "rs,1", "gz"));
        assertThat(memory.count(Kind.DIVERGED)).isEqualTo(2);
        assertThat(memory.count(Kind.INCOMPATIBLE)).isEqualTo(1);
        assertThat(memory.count(Kind.FAILED)).isZero();
        assertThat(memory.nodes()).extracting(NodeFailures::dataNode).containsExactly("a:1", "b:1");
    }

    /** One table with a codec that a server lacks does not exclude the server for other tables. */
    @Test
    void incompatibleServerIsExcludedForItsFingerprintOnly() {
        memory.add(A, Kind.INCOMPATIBLE, "different major");
        assertThat(excluded("gz")).containsExactly("a:1");
        assertThat(excluded("none")).isEmpty();
        memory.add(A, Kind.FAILED, "cause");
        assertThat(excluded("none")).containsExactly("a:1");
        assertThat(memory.nodes())
                .containsExactly(new NodeFailures(
                        "a:1",
                        Map.of(Kind.FAILED, 1L, Kind.INCOMPATIBLE, 1L),
                        PAUSE,
                        Optional.of(Kind.FAILED),
                        "cause"));
    }

    @Test
    void restartOfServerEndsExclusion() {
        memory.add(A, Kind.FAILED, "cause");
        memory.add(A, Kind.INCOMPATIBLE, "different java");
        memory.add(B, Kind.FAILED, "cause");
        workers.put("a:1", worker("rs,2"));
        assertThat(excluded("gz")).containsExactly("b:1");
        memory.add(node("a:1", "rs,2", "gz"), Kind.FAILED, "cause");
        assertThat(excluded("gz")).containsExactly("a:1", "b:1");
        pass(PAUSE);
        assertThat(excluded("gz")).as("the first pause").isEmpty();
    }

    @Test
    void failuresAreForgottenADayAfterExclusion() {
        memory.add(A, Kind.FAILED, "cause");
        pass(PAUSE.plusDays(1));
        assertThat(memory.nodes()).hasSize(1);
        pass(Duration.ofNanos(1));
        assertThat(memory.nodes()).isEmpty();
        assertThat(memory.count(Kind.FAILED)).isEqualTo(1);
    }

    /** Without its server, a node is no candidate for a merge. */
    @Test
    void unavailableNodeIsNotListed() {
        memory.add(A, Kind.FAILED, "cause");
        workers.remove("a:1");
        assertThat(excluded("gz")).isEmpty();
    }

    @Test
    void zeroPauseExcludesNoNode() {
        FailureMemory counting = new FailureMemory(Duration.ZERO, () -> now);
        counting.add(A, Kind.FAILED, "cause");
        assertThat(counting.excluded(workers, "gz")).isEmpty();
        assertThat(counting.count(Kind.FAILED)).isEqualTo(1);
    }
}
