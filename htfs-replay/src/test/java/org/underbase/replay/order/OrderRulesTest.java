package org.underbase.replay.order;

import static org.assertj.core.api.Assertions.assertThat;

import java.util.ArrayList;
import java.util.List;
import org.junit.jupiter.api.Test;
import org.underbase.htfs.format.Call;
import org.underbase.replay.trace.Traced;

/** Which of two calls of different threads waits for the other. */
class OrderRulesTest {
    private long time;

    private Traced next(Call call, String path) {
        time += 10;
        return Traced.call(call, path).by("thread " + time).at(time, time + 5);
    }

    /** Whether the second call waits for the first one. */
    private static boolean ordered(Traced first, Traced second) {
        OrderRules rules = new OrderRules();
        Step before = rules.next(first.operation()).step();
        return rules.next(second.operation()).before().contains(before);
    }

    @Test
    void aCallOfTheSameThreadWaits() {
        assertThat(ordered(
                        next(Call.EXISTS, "/a").by("one"),
                        next(Call.EXISTS, "/b").by("one")))
                .isTrue();
        assertThat(ordered(next(Call.EXISTS, "/a"), next(Call.EXISTS, "/b"))).isFalse();
    }

    @Test
    void usesOfAFileWaitForItsCreation() {
        assertThat(ordered(
                        next(Call.CREATE, "/a/f").on(1), next(Call.OPEN, "/a/f").on(2)))
                .isTrue();
        assertThat(ordered(
                        next(Call.CREATE, "/a/f").on(1), next(Call.OPEN, "/a/g").on(2)))
                .isFalse();
        assertThat(ordered(
                        next(Call.OPEN, "/a/f").on(1), next(Call.OPEN, "/a/f").on(2)))
                .isFalse();
    }

    @Test
    void callsThatOverlappedDoNotWait() {
        assertThat(ordered(
                        next(Call.CREATE, "/a/f").at(0, 100_000),
                        next(Call.EXISTS, "/a/f").at(50_000, 60_000)))
                .isFalse();
    }

    @Test
    void timesOfACallThatEndedBeforeMayBeRounded() {
        assertThat(ordered(
                        next(Call.CREATE, "/a/f").at(0, 10_000_000),
                        next(Call.EXISTS, "/a/f").at(9_980_000, 9_990_000)))
                .isTrue();
        // Of 8 significant bits, 128.5 rounds up to 129.
        assertThat(ordered(
                        next(Call.CREATE, "/a/f").at(0, 129L << 20),
                        next(Call.EXISTS, "/a/f").at(257L << 19, 258L << 19)))
                .isTrue();
    }

    @Test
    void aDeletionWaitsForUsesBelowAndIsFollowedByTheNextOwner() {
        assertThat(ordered(next(Call.PREAD, "/a/b/f").on(1).file(3), next(Call.DELETE, "/a")))
                .isTrue();
        assertThat(ordered(next(Call.DELETE, "/a/f"), next(Call.CREATE, "/a/f").on(1)))
                .isTrue();
        assertThat(ordered(next(Call.PREAD, "/ab/f").on(1).file(3), next(Call.DELETE, "/a")))
                .isFalse();
    }

    @Test
    void aRenameOrdersBothOfItsPaths() {
        assertThat(ordered(next(Call.RENAME, "/a/f").to("/b/f"), next(Call.OPEN, "/b/f")))
                .isTrue();
        assertThat(ordered(next(Call.RENAME, "/a").to("/b"), next(Call.OPEN, "/b/c/f")))
                .isTrue();
        assertThat(ordered(next(Call.OPEN, "/a/c/f"), next(Call.RENAME, "/a").to("/b")))
                .isTrue();
        assertThat(ordered(next(Call.CREATE, "/b/g"), next(Call.RENAME, "/a/f").to("/b/f")))
                .as("the creation may have created the directory")
                .isTrue();
    }

    @Test
    void aListingWaitsForChangesBelow() {
        assertThat(ordered(next(Call.CREATE, "/a/b/f"), next(Call.LIST_STATUS, "/a")))
                .isTrue();
        assertThat(ordered(next(Call.LIST_STATUS, "/a"), next(Call.DELETE, "/a/b")))
                .isTrue();
        assertThat(ordered(next(Call.PREAD, "/a/b/f").on(1), next(Call.LIST_STATUS, "/a")))
                .isFalse();
    }

    @Test
    void positionedReadsOfAStreamAreConcurrentAndItsOtherCallsAreNot() {
        assertThat(ordered(next(Call.PREAD, "/f").on(1), next(Call.PREAD, "/f").on(1)))
                .isFalse();
        assertThat(ordered(next(Call.READ, "/f").on(1), next(Call.READ, "/f").on(1)))
                .isTrue();
        assertThat(ordered(next(Call.OPEN, "/f").on(1), next(Call.PREAD, "/f").on(1)))
                .isTrue();
        assertThat(ordered(
                        next(Call.PREAD, "/f").on(1),
                        next(Call.CLOSE_INPUT, "/f").on(1)))
                .isTrue();
    }

    @Test
    void readersWaitForTheFlushThatMadeBytesVisibleAlsoAfterARename() {
        assertThat(ordered(
                        next(Call.HFLUSH, "/a/f").on(1).file(7),
                        next(Call.PREAD, "/b/f").on(2).file(7)))
                .isTrue();
        assertThat(ordered(
                        next(Call.WRITE, "/a/f").on(1).file(7),
                        next(Call.PREAD, "/a/f").on(2).file(7)))
                .isFalse();
    }

    @Test
    void finishedStepsAreForgotten() {
        OrderRules rules = new OrderRules();
        List<Step> steps = new ArrayList<>();
        for (int i = 0; i < 1000; i++) {
            OrderRules.Ordered ordered =
                    rules.next(next(Call.LIST_STATUS, "/a").by("reader").operation());
            assertThat(ordered.before()).hasSizeLessThanOrEqualTo(1);
            ordered.step().finish(i);
            steps.add(ordered.step());
        }
        assertThat(rules.next(next(Call.DELETE, "/a").operation()).before()).isEmpty();
        assertThat(steps).allMatch(Step::isDone);
    }
}
