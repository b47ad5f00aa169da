package org.underbase.htfs.record;

import static org.assertj.core.api.Assertions.assertThat;

import java.util.ArrayList;
import java.util.List;
import java.util.concurrent.TimeUnit;
import org.apache.hadoop.conf.Configuration;
import org.junit.jupiter.api.Test;
import org.underbase.htfs.format.Call;
import org.underbase.htfs.format.Drops;

/** The waits of calls for memory, with a clock that only the waits advance. */
class BackpressureTest {
    private static final long DEADLINE = TimeUnit.MILLISECONDS.toNanos(20);

    private final List<Long> waits = new ArrayList<>();
    private final RingMemory memory = new RingMemory(2, 2);
    private final FileRef file = new FileRef(1, "/f");
    private LiveSettings live = settings("block");
    private boolean working = true;
    private boolean failing;
    private long now = 5;
    private int puts;
    private int wakeups;

    /** Number of waits after which the drainer frees memory. */
    private int memoryAfter = -1;

    private final Backpressure backpressure = new Backpressure(
            () -> live,
            new Backpressure.Consumer() {
                @Override
                public void wake() {
                    wakeups++;
                }

                @Override
                public boolean working() {
                    return working;
                }

                @Override
                public boolean failing() {
                    return failing;
                }

                @Override
                public void ended(long bytes) {
                    throw new AssertionError("the memory is not closed");
                }
            },
            () -> now,
            nanos -> {
                waits.add(nanos);
                now += nanos;
                if (waits.size() == memoryAfter) {
                    drain();
                }
            });
    private final Ring ring = new Ring(memory, backpressure, Thread.currentThread());

    private static LiveSettings settings(String full) {
        Configuration conf = new Configuration(false);
        conf.set(TraceKeys.RING_FULL.name(), full);
        conf.set(TraceKeys.RING_BLOCK_DEADLINE.name(), "20ms");
        return LiveSettings.of(conf);
    }

    @Test
    void aCallWaitsUntilTheDeadlineAndLaterOnesDoNot() {
        fill();
        put();
        assertThat(waited()).isEqualTo(DEADLINE);
        assertThat(backpressure.longestNanos()).isEqualTo(DEADLINE);
        put();
        put();
        assertThat(waited()).as("one wait while there is no memory").isEqualTo(DEADLINE);
        assertThat(lost(Drops.Cause.DEADLINE)).isEqualTo(3);

        drain();
        waits.clear();
        fill();
        put();
        assertThat(waited()).as("there was memory in between").isEqualTo(DEADLINE);
    }

    @Test
    void aCallContinuesAsSoonAsThereIsMemory() {
        fill();
        memoryAfter = 3;
        put();
        assertThat(waits).hasSize(3);
        assertThat(wakeups).as("the drainer is woken before each wait").isGreaterThanOrEqualTo(3);
        assertThat(ring.newLosses()).isNull();
    }

    @Test
    void callsThatShareARingDoNotWait() {
        fill();
        Ring shared = new Ring(memory, backpressure, null);
        shared.put(Thread.currentThread(), 1, 1, Call.READ.code(), 0, 10, 10, file);
        assertThat(waits).isEmpty();
        assertThat(shared.newLosses().entries()).singleElement().satisfies(entry -> {
            assertThat(entry.cause).isEqualTo(Drops.Cause.RING_FULL);
            assertThat(entry.kind).isEqualTo(Call.Kind.READ);
            assertThat(entry.calls).isEqualTo(1);
            assertThat(entry.bytes).isEqualTo(10);
        });
    }

    @Test
    void noCallWaitsWhileWritingFailsOrWithoutTheSetting() {
        fill();
        working = false;
        failing = true;
        put();
        failing = false;
        working = true;
        live = settings("drop");
        put();
        live = settings("collapse");
        put();
        assertThat(waits).isEmpty();
        assertThat(wakeups).isPositive();
        Losses losses = ring.newLosses();
        assertThat(losses.entries())
                .extracting(entry -> entry.cause + " " + entry.calls)
                .containsExactly("WRITE_ERROR 1", "RING_FULL 2");
    }

    /** Uses all memory: the name of the thread takes one place of four, and draining frees one chunk of two. */
    private void fill() {
        int free = puts == 0 ? 3 : 2;
        for (int i = 0; i < free; i++) {
            put();
        }
        assertThat(waits).isEmpty();
        assertThat(ring.newLosses()).isNull();
    }

    private void put() {
        puts++;
        ring.put(Thread.currentThread(), puts, 1, Call.WRITE.code(), puts, 1, 1, file);
    }

    private void drain() {
        ring.drain(
                new Ring.Drain() {
                    @Override
                    public void thread(long id, String name) {
                        assertThat(name).isEqualTo(Thread.currentThread().getName());
                    }

                    @Override
                    public boolean event(
                            long start, long duration, int call, long offset, long length, long result, Subject on) {
                        return true;
                    }
                },
                ring.tail());
    }

    private long waited() {
        return waits.stream().mapToLong(Long::longValue).sum();
    }

    private long lost(Drops.Cause cause) {
        return ring.newLosses().entries().stream()
                .filter(entry -> entry.cause == cause)
                .mapToLong(entry -> entry.calls)
                .sum();
    }
}
