package org.underbase.htfs.record;

import org.openjdk.jcstress.annotations.Actor;
import org.openjdk.jcstress.annotations.Arbiter;
import org.openjdk.jcstress.annotations.Expect;
import org.openjdk.jcstress.annotations.JCStressTest;
import org.openjdk.jcstress.annotations.Outcome;
import org.openjdk.jcstress.annotations.State;
import org.openjdk.jcstress.infra.results.II_Result;
import org.openjdk.jcstress.infra.results.ZZ_Result;

/** Concurrency stress tests of {@link Ring}; {@link StressTest} runs them with jcstress. */
final class RingStress {
    private RingStress() {}

    /** A waker whose drainer never makes space: a full ring drops events. */
    private abstract static class Dropping implements Ring.Waker {
        @Override
        public boolean block() {
            return false;
        }
    }

    /**
     * Each event is either drained once, in order and with consistent fields, or counted as dropped. The ring is smaller than
     * the number of events, so that it wraps around and overflows.
     */
    @JCStressTest
    @Outcome(id = "5, 0", expect = Expect.ACCEPTABLE, desc = "Each event was drained or dropped.")
    @Outcome(expect = Expect.FORBIDDEN, desc = "An event was lost, repeated, reordered or torn.")
    @State
    public static class Transfer {
        private static final int EVENTS = 5;
        private final FileRef subject = new FileRef(1, "/f");
        private final Ring ring = new Ring(2, new Dropping() {
            @Override
            public void wake() {
                Thread.onSpinWait();
            }
        });
        private int drained;
        private int errors;
        private long last;

        /** Produces. */
        @Actor
        public void producer() {
            for (int i = 1; i <= EVENTS; i++) {
                ring.put(i, i, i, i, i, i, subject);
            }
        }

        /** Drains concurrently. */
        @Actor
        public void drainer() {
            drain();
            drain();
        }

        /** Drains the rest and checks the sum. */
        @Arbiter
        public void check(II_Result result) {
            drain();
            result.r1 = drained + (int) ring.newDrops();
            result.r2 = errors;
        }

        private void drain() {
            ring.drain((start, duration, call, offset, length, value, on) -> {
                drained++;
                boolean consistent = duration == start && call == start && offset == start && length == start;
                errors += consistent && value == start && on == subject && start > last ? 0 : 1;
                last = start;
                return true;
            });
        }
    }

    /** A drainer that parks while the ring becomes half full either sees the events or is woken. */
    @JCStressTest
    @Outcome(id = "false, false", expect = Expect.FORBIDDEN, desc = "A lost wake-up.")
    @Outcome(expect = Expect.ACCEPTABLE, desc = "The drainer sees the events, is woken, or both.")
    @State
    public static class WakeUp {
        private volatile boolean parked;
        private boolean woken;
        private final Ring ring = new Ring(4, new Dropping() {
            @Override
            public void wake() {
                woken |= parked;
            }
        });

        /** Produces more events than half the capacity. */
        @Actor
        public void producer(ZZ_Result result) {
            for (int i = 0; i < 3; i++) {
                ring.put(i, i, i, i, i, i, null);
            }
            result.r1 = woken;
        }

        /** Parks as {@link Drainer} does: sets its flag, then checks the ring. */
        @Actor
        public void drainer(ZZ_Result result) {
            parked = true;
            result.r2 = ring.halfFull();
        }
    }
}
