package org.underbase.htfs.record;

import static org.assertj.core.api.Assertions.assertThat;

import java.util.ArrayList;
import java.util.List;
import org.junit.jupiter.api.Test;
import org.underbase.htfs.format.Call;

/** The series of small reads in a ring, step by step; {@link RingStress} runs both sides at the same time. */
class RingTest {
    private final StreamRef stream = new StreamRef(1, new FileRef(1, "/f"), null);
    private final RingMemory memory = new RingMemory(4, 8);
    private final Ring ring = new Ring(memory, new RingStress.Dropping(true), Thread.currentThread());
    private final List<Long> results = new ArrayList<>();

    @Test
    void aSeriesThatBeginsBehindATakenOneStaysForTheNextTake() {
        ring.put(Thread.currentThread(), 0, 1, Call.READ.code(), 0, 1, 1, stream);
        while (!memory.scarce()) {
            assertThat(memory.take()).isNotNull();
        }
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

    private void readFrom(int offset, int count) {
        for (int i = offset; i < offset + count; i++) {
            ring.put(Thread.currentThread(), i, 1, Call.READ.code(), i, 1, 1, stream);
        }
    }

    /** Drains all events and returns their results, in bytes. */
    private List<Long> drain() {
        results.clear();
        ring.drain(
                new Ring.Drain() {
                    @Override
                    public void thread(long id, String name) {
                        assertThat(name).isEqualTo(Thread.currentThread().getName());
                    }

                    @Override
                    public boolean event(
                            long start, long nanos, int call, long offset, long length, long result, Subject on) {
                        results.add(result);
                        return true;
                    }
                },
                ring.tail());
        return results;
    }
}
