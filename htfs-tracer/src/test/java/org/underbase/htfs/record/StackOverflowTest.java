package org.underbase.htfs.record;

import static org.assertj.core.api.Assertions.assertThat;

import java.util.ArrayList;
import java.util.List;
import org.junit.jupiter.api.Test;
import org.underbase.htfs.format.Call;

/**
 * Calls at each depth of a stack that is nearly full, so that the error ends a call of the ring anywhere in it: each call that
 * returned is an event, a part of a series, or a counted loss, and the ring works on.
 */
class StackOverflowTest {
    private static final int ROUNDS = 60;
    private static final int STACK_BYTES = 256 << 10;

    /** Use of the memory by others. */
    private enum Memory {
        PLENTY,
        SCARCE,
        FULL
    }

    private final StreamRef stream = new StreamRef(1, new FileRef(1, "/f"), null);
    private final RingMemory memory = new RingMemory(64, 8);
    private final Ring ring = new Ring(memory, new RingStress.Dropping(true), Thread.currentThread());
    private final List<Chunk> others = new ArrayList<>();
    private Thread producer;
    private long calls;
    private long bytes;
    private long overflows;

    @Test
    void aStackOverflowLosesNoCallThatReturned() throws Exception {
        Throwable[] failure = new Throwable[1];
        producer = new Thread(null, this::run, "deep", STACK_BYTES);
        producer.setUncaughtExceptionHandler((thread, thrown) -> failure[0] = thrown);
        producer.start();
        producer.join();
        assertThat(failure[0]).isNull();
        assertThat(overflows).isPositive();
    }

    private void run() {
        for (int round = 0; round < ROUNDS; round++) {
            Memory state = Memory.values()[round % Memory.values().length];
            Sums sums = new Sums();
            calls = 0;
            bytes = 0;
            use(state);
            // The first rounds also load the classes, which must not fail for want of stack.
            for (int i = 0; i < 300; i++) {
                call();
            }
            if (round >= Memory.values().length) {
                callAtEachDepth(Integer.MAX_VALUE);
            }
            sums.drain(ring);
            sums.drain(ring);
            others.forEach(memory::release);
            others.clear();
            assertThat(sums.calls).as("round %d, %s", round, state).isEqualTo(calls);
            assertThat(sums.bytes).as("round %d, %s", round, state).isEqualTo(bytes);
            assertThat(ring.empty()).isTrue();
        }
    }

    private void use(Memory state) {
        for (boolean more = state != Memory.PLENTY; more; ) {
            Chunk chunk = memory.take();
            more = chunk != null && (state == Memory.FULL || !memory.scarce());
            if (chunk != null) {
                others.add(chunk);
            }
        }
    }

    private void callAtEachDepth(int more) {
        if (more > 0) {
            try {
                callAtEachDepth(more - 1);
            } catch (StackOverflowError e) {
                overflows++;
            }
        }
        call();
    }

    private void call() {
        // Most calls continue a series, some end it.
        long moved = calls % 7 == 6 ? Ring.SMALL_BYTES : 1;
        ring.put(producer, bytes, 1, Call.READ.code(), bytes, moved, moved, stream);
        calls++;
        bytes += moved;
    }

    /** Calls and bytes that left the ring. */
    private static final class Sums implements Ring.Drain {
        private long calls;
        private long bytes;

        private void drain(Ring ring) {
            Losses losses = ring.newLosses();
            if (losses != null) {
                for (Losses.Entry lost : losses.entries()) {
                    calls += lost.calls;
                    bytes += lost.bytes;
                }
            }
            ring.takeSeries();
            ring.drain(this, ring.tail());
        }

        @Override
        public void thread(long id, String name) {
            assertThat(name).isEqualTo("deep");
        }

        @Override
        public boolean event(long start, long nanos, int call, long offset, long length, long result, Subject on) {
            calls += on instanceof SparseFields fields ? fields.count() : 1;
            bytes += result;
            return true;
        }
    }
}
