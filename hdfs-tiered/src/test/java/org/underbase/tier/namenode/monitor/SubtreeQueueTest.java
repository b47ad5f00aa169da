package org.underbase.tier.namenode.monitor;

import static org.assertj.core.api.Assertions.assertThat;

import org.junit.jupiter.api.Test;

/** Queue of changed directories. */
class SubtreeQueueTest {
    private final SubtreeQueue queue = new SubtreeQueue(2);

    @Test
    void returnsDirectoriesInTheOrderOfTheirChanges() {
        assertThat(queue.add(7)).isTrue();
        assertThat(queue.add(3)).isTrue();
        assertThat(queue.next()).contains(7L);
        assertThat(queue.next()).contains(3L);
        assertThat(queue.next()).isEmpty();
    }

    @Test
    void aFullQueueAcceptsOnlyDirectoriesThatWaitAlready() {
        queue.add(7);
        queue.add(3);
        assertThat(queue.add(5)).isFalse();
        assertThat(queue.add(7)).isTrue();
        assertThat(queue.pending()).isEqualTo(2);
        queue.next();
        assertThat(queue.add(5)).isTrue();
    }

    /** A change during its walk needs another walk. */
    @Test
    void aDirectoryCanBeAddedAgainAfterItsRemoval() {
        queue.add(7);
        queue.next();
        assertThat(queue.add(7)).isTrue();
        assertThat(queue.next()).contains(7L);
    }

    @Test
    void aDirectoryIsPendingUntilItsCheckEnds() {
        queue.add(7);
        queue.next();
        assertThat(queue.pending()).isEqualTo(1);
        queue.add(7);
        assertThat(queue.pending()).isEqualTo(2);
        queue.checked();
        queue.next();
        queue.checked();
        assertThat(queue.pending()).isZero();
    }

    @Test
    void aClearedQueueIsEmpty() {
        queue.add(7);
        queue.add(3);
        queue.next();
        queue.clear();
        assertThat(queue.next()).isEmpty();
        assertThat(queue.pending()).isZero();
    }
}
