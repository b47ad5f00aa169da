package org.underbase.htfs.record;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import java.util.ArrayList;
import java.util.Arrays;
import java.util.List;
import org.junit.jupiter.api.Test;
import org.underbase.htfs.format.Call;
import org.underbase.htfs.format.Drops;

/** Subjects, series of small reads and errors in a ring, step by step; {@link RingStress} runs both sides at the same time. */
class RingTest {
    private static final Thread THREAD = Thread.currentThread();

    private final StreamRef stream = new StreamRef(1, new FileRef(1, "/f"), null);
    private final RingMemory memory = new RingMemory(16, 8);
    private final FailingWaker waker = new FailingWaker();
    private final Ring ring = new Ring(memory, waker, THREAD);
    private final Results results = new Results();

    @Test
    void aSeriesThatBeginsBehindATakenOneStaysForTheNextTake() {
        read(0, 1);
        makeScarce();
        readFrom(1, 10);
        assertThat(ring.takeSeries()).isTrue();
        readFrom(11, 100);
        // Without a free block, the consumer still has the first one.
        assertThat(ring.takeSeries()).isFalse();
        assertThat(drain()).containsExactly(1L, 10L);
        assertThat(ring.empty()).isFalse();
        assertThat(ring.takeSeries()).isTrue();
        assertThat(drain()).containsExactly(100L);
        assertThat(ring.takeSeries()).isTrue();
        assertThat(drain()).isEmpty();
        assertThat(ring.empty()).isTrue();
    }

    @Test
    void eachEventHasItsSubject() {
        StreamRef other = new StreamRef(2, stream.file(), null);
        SparseFields sparse = new SparseFields(stream, null, null, "k=v", null, -1);
        List<Subject> subjects = new ArrayList<>();
        for (Subject subject :
                Arrays.asList(stream, stream, other, other, stream, null, null, stream, sparse, stream)) {
            ring.put(THREAD, 0, 1, Call.READ.code(), 0, 5000, 5000, subject);
            subjects.add(subject);
            if (subject == other) {
                drain();
            }
        }
        drain();
        assertThat(results.subjects).isEqualTo(subjects);
    }

    @Test
    void theDrainerIsWokenWhenAQuarterOfTheMemoryWaits() {
        // The mark of the thread's name and 31 events fill four of 16 chunks.
        readFrom(0, 31);
        assertThat(waker.wakes).isZero();
        assertThat(ring.urgent()).isTrue();
        read(31, 1);
        assertThat(waker.wakes).isEqualTo(1);
    }

    @Test
    void anErrorAtTheEndOfASeriesLeavesItToTheConsumer() {
        // With the mark of the thread's name these fill a chunk.
        readFrom(0, 7);
        makeScarce();
        readFrom(7, 10);
        waker.failing = true;
        assertThatThrownBy(() -> read(100, 1)).isInstanceOf(StackOverflowError.class);
        waker.failing = false;
        read(200, 1);

        assertThat(ring.takeSeries()).isTrue();
        assertThat(drain().stream().mapToLong(Long::longValue).sum()).isEqualTo(7 + 10 + 1);
        assertThat(ring.takeSeries()).isTrue();
        assertThat(ring.empty()).isTrue();
    }

    @Test
    void anErrorInALossKeepsTheEarlierLosses() {
        while (memory.take() != null) {
            Thread.onSpinWait();
        }
        read(0, 5000);
        waker.failingCause = true;
        assertThatThrownBy(() -> read(5000, 5000)).isInstanceOf(StackOverflowError.class);

        assertThat(ring.newLosses().entries()).singleElement().satisfies(entry -> {
            assertThat(entry.calls).isEqualTo(1);
            assertThat(entry.bytes).isEqualTo(5000);
        });
    }

    @Test
    void anErrorOfTheReceiverLosesNoEvent() {
        readFrom(0, 20);
        for (int failAt : new int[] {0, 7, 8, 13}) {
            // Each attempt drains the events before the failure. Event 7 is the first one of a chunk.
            results.failAt = failAt;
            assertThatThrownBy(() -> ring.drain(results, ring.tail())).isInstanceOf(OutOfMemoryError.class);
            assertThat(results.offsets).hasSize(failAt);
        }
        results.failAt = -1;
        ring.drain(results, ring.tail());
        assertThat(results.offsets).hasSize(20).isSorted().doesNotHaveDuplicates();
        assertThat(ring.empty()).isTrue();
    }

    private void makeScarce() {
        while (!memory.scarce()) {
            assertThat(memory.take()).isNotNull();
        }
    }

    private void readFrom(int offset, int count) {
        for (int i = offset; i < offset + count; i++) {
            read(i, 1);
        }
    }

    private void read(int offset, int bytes) {
        ring.put(THREAD, offset, 1, Call.READ.code(), offset, bytes, bytes, stream);
    }

    /** Drains all events and returns their results, in bytes. */
    private List<Long> drain() {
        results.bytes.clear();
        ring.drain(results, ring.tail());
        return results.bytes;
    }

    /** A waker whose methods need more stack than there is. */
    private static final class FailingWaker extends RingStress.Dropping {
        private boolean failing;
        private boolean failingCause;
        private int wakes;

        FailingWaker() {
            super(true);
        }

        @Override
        public void wake() {
            wakes++;
            if (failing) {
                throw new StackOverflowError("in the test");
            }
        }

        @Override
        public Drops.Cause cause() {
            if (failingCause) {
                throw new StackOverflowError("in the test");
            }
            return super.cause();
        }
    }

    /** Receiver of events that fails at one of them. */
    private static final class Results implements Ring.Drain {
        private final List<Long> bytes = new ArrayList<>();
        private final List<Long> offsets = new ArrayList<>();
        private final List<Subject> subjects = new ArrayList<>();
        private int failAt = -1;

        @Override
        public void thread(long id, String name) {
            assertThat(name).isEqualTo(THREAD.getName());
        }

        @Override
        public boolean event(long start, long nanos, int call, long offset, long length, long result, Subject on) {
            if (offsets.size() == failAt) {
                throw new OutOfMemoryError("in the test");
            }
            offsets.add(offset);
            bytes.add(result);
            subjects.add(on);
            return true;
        }
    }
}
