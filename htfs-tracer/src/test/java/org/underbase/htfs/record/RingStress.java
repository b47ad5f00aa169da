package org.underbase.htfs.record;

import org.openjdk.jcstress.annotations.Actor;
import org.openjdk.jcstress.annotations.Arbiter;
import org.openjdk.jcstress.annotations.Expect;
import org.openjdk.jcstress.annotations.JCStressTest;
import org.openjdk.jcstress.annotations.Outcome;
import org.openjdk.jcstress.annotations.State;
import org.openjdk.jcstress.infra.results.III_Result;
import org.openjdk.jcstress.infra.results.II_Result;
import org.openjdk.jcstress.infra.results.ZZ_Result;
import org.underbase.htfs.format.Call;
import org.underbase.htfs.format.Drops;

/** Concurrency stress tests of {@link Ring} and its parts; {@link StressTest} runs them with jcstress. */
final class RingStress {
    private static final int EVENTS = 5;

    private RingStress() {}

    /** A waker whose drainer never makes space: without memory, events are lost. */
    static class Dropping implements Ring.Waker {
        private final boolean collapses;

        Dropping(boolean collapses) {
            this.collapses = collapses;
        }

        @Override
        public void wake() {
            Thread.onSpinWait();
        }

        @Override
        public boolean collapses() {
            return collapses;
        }

        @Override
        public boolean blocks() {
            return false;
        }

        @Override
        public long now() {
            return 0;
        }

        @Override
        public boolean block(long since) {
            return false;
        }

        @Override
        public Drops.Cause cause() {
            return Drops.Cause.RING_FULL;
        }

        @Override
        public void ended(long bytes) {
            throw new AssertionError("the memory is not closed");
        }
    }

    private static Ring ring(RingMemory memory, boolean collapses) {
        return new Ring(memory, new Dropping(collapses), Thread.currentThread());
    }

    private static int lost(Ring ring) {
        Losses losses = ring.newLosses();
        return losses == null
                ? 0
                : losses.entries().stream().mapToInt(entry -> (int) entry.calls).sum();
    }

    /**
     * Each event is either drained once, in order and with consistent fields, or counted as lost. The memory is smaller than
     * the events, so that chunks are reused and run out.
     */
    @JCStressTest
    @Outcome(id = "5, 0", expect = Expect.ACCEPTABLE, desc = "Each event was drained or lost.")
    @Outcome(expect = Expect.FORBIDDEN, desc = "An event was lost, repeated, reordered or torn.")
    @State
    public static class Transfer implements Ring.Drain {
        private final FileRef file = new FileRef(1, "/f");
        private final StreamRef stream = new StreamRef(1, file, null);

        /** Subject of each event: repeated and changed streams, a file, and none. */
        private final Subject[] subjects = {stream, stream, null, file, stream};

        private final Ring ring = ring(new RingMemory(2, 2), false);
        private int drained;
        private int lost;
        private int errors;
        private boolean named;
        private long last;

        /** Produces. */
        @Actor
        public void producer() {
            for (int i = 1; i <= EVENTS; i++) {
                ring.put(Thread.currentThread(), i, i, i, i, i, i, subjects[i - 1]);
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
            result.r1 = drained + lost;
            result.r2 = errors;
        }

        private void drain() {
            lost += lost(ring);
            ring.takeSeries();
            ring.drain(this, ring.tail());
        }

        @Override
        public void thread(long id, String name) {
            named = !name.isEmpty();
        }

        @Override
        public boolean event(long start, long duration, int call, long offset, long length, long value, Subject on) {
            drained++;
            boolean consistent = duration == start && call == start && offset == start && length == start;
            boolean right = on == subjects[(int) start - 1];
            errors += consistent && value == start && right && start > last && named ? 0 : 1;
            last = start;
            return true;
        }
    }

    /** While memory is scarce, reads that continue each other are drained in order, alone or in a series, or lost. */
    @JCStressTest
    @Outcome(id = "5, 5, 0", expect = Expect.ACCEPTABLE, desc = "Each read was drained or lost, with its bytes.")
    @Outcome(expect = Expect.FORBIDDEN, desc = "A read was lost, repeated or reordered.")
    @State
    public static class Collapse implements Ring.Drain {
        private final StreamRef stream = new StreamRef(1, new FileRef(1, "/f"), null);
        private final RingMemory memory = new RingMemory(2, 4);
        private final Ring ring = ring(memory, true);
        private final Chunk other = memory.take();
        private int calls;
        private int lost;
        private int bytes;
        private int errors;
        private long next;

        /** Reads byte by byte. */
        @Actor
        public void producer() {
            for (int i = 0; i < EVENTS; i++) {
                int at = i < 3 ? i : i + 10;
                ring.put(Thread.currentThread(), at, 1, Call.READ.code(), at, 1, 1, stream);
            }
        }

        /** Drains concurrently. */
        @Actor
        public void drainer() {
            drain();
            drain();
        }

        /** Drains the rest and checks the sums. */
        @Arbiter
        public void check(III_Result result) {
            drain();
            memory.release(other);
            result.r1 = calls + lost;
            result.r2 = bytes + lost;
            result.r3 = errors;
        }

        private void drain() {
            lost += lost(ring);
            ring.takeSeries();
            ring.drain(this, ring.tail());
        }

        @Override
        public void thread(long id, String name) {
            errors += name.isEmpty() ? 1 : 0;
        }

        @Override
        public boolean event(long start, long duration, int call, long offset, long length, long value, Subject on) {
            long count = on instanceof SparseFields fields ? fields.count() : 1;
            boolean series = call == Call.READ_SERIES.code();
            errors += series == count > 1 && length == value && value == count && duration == count ? 0 : 1;
            errors += offset >= next && start == offset ? 0 : 1;
            next = offset + value;
            calls += (int) count;
            bytes += (int) value;
            return true;
        }
    }

    /** A drainer that parks while many events wait either sees them or is woken. */
    @JCStressTest
    @Outcome(id = "false, false", expect = Expect.FORBIDDEN, desc = "A lost wake-up.")
    @Outcome(expect = Expect.ACCEPTABLE, desc = "The drainer sees the events, is woken, or both.")
    @State
    public static class WakeUp {
        private volatile boolean parked;
        private boolean woken;
        private final Ring ring = new Ring(
                new RingMemory(16, 2),
                new Dropping(false) {
                    @Override
                    public void wake() {
                        woken |= parked;
                    }
                },
                Thread.currentThread());

        /** Produces four chunks and one more event. */
        @Actor
        public void producer(ZZ_Result result) {
            for (int i = 0; i < 8; i++) {
                ring.put(Thread.currentThread(), i, i, i, i, i, i, null);
            }
            result.r1 = woken;
        }

        /** Parks as {@link Drainer} does: sets its flag, then checks the ring. */
        @Actor
        public void drainer(ZZ_Result result) {
            parked = true;
            result.r2 = ring.urgent();
        }
    }

    /** Two threads never get the same chunk, and no chunk is lost. */
    @JCStressTest
    @Outcome(id = "0, 2", expect = Expect.ACCEPTABLE, desc = "All chunks are available again.")
    @Outcome(expect = Expect.FORBIDDEN, desc = "A chunk was given out twice or lost.")
    @State
    public static class Memory {
        private final RingMemory memory = new RingMemory(2, 2);
        private int one;
        private int two;

        /** Takes and returns chunks. */
        @Actor
        public void first() {
            one = use(1);
        }

        /** Takes and returns chunks. */
        @Actor
        public void second() {
            two = use(2);
        }

        /** Checks that both chunks are there. */
        @Arbiter
        public void check(II_Result result) {
            result.r1 = one + two;
            Chunk a = memory.take();
            Chunk b = memory.take();
            result.r2 = a != null && b != null && a != b && memory.take() == null ? 2 : 0;
        }

        private int use(long mark) {
            int errors = 0;
            for (int i = 0; i < 3; i++) {
                Chunk chunk = memory.take();
                if (chunk == null) {
                    continue;
                }
                chunk.numbers[0] = mark;
                Thread.onSpinWait();
                errors += chunk.numbers[0] == mark ? 0 : 1;
                memory.release(chunk);
            }
            return errors;
        }
    }
}
