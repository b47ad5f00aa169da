package org.underbase.combinedlog.interleave.sample;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import java.util.ArrayDeque;
import java.util.Map;
import java.util.Queue;
import java.util.concurrent.ConcurrentHashMap;
import java.util.concurrent.CountDownLatch;
import java.util.concurrent.TimeUnit;
import java.util.concurrent.locks.Condition;
import java.util.concurrent.locks.Lock;
import java.util.concurrent.locks.LockSupport;
import java.util.concurrent.locks.ReadWriteLock;
import java.util.concurrent.locks.ReentrantLock;
import java.util.concurrent.locks.ReentrantReadWriteLock;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.Timeout;
import org.underbase.combinedlog.interleave.Interleaving;
import org.underbase.combinedlog.interleave.Scenario;

/** Negative controls of the schedules: races and deadlocks that they must find, and correct code that they must accept. */
@Timeout(600)
class SampleRacesTest {
    private static final long SEED = 1;
    private static final int COUNT = 200;

    private static void locked(Lock lock, Interleaving.Action action) throws Exception {
        lock.lock();
        try {
            action.run();
        } finally {
            lock.unlock();
        }
    }

    /** Two increments; each reads and writes under a lock, but not under the same one. */
    static class LostUpdate implements Scenario {
        private int value;

        synchronized int get() {
            return value;
        }

        synchronized void set(int changed) {
            value = changed;
        }

        void increment() {
            set(get() + 1);
        }

        @Override
        public void run(Interleaving threads) {
            threads.start("one", this::increment);
            threads.start("two", this::increment);
            threads.join();
            assertThat(get()).isEqualTo(2);
        }
    }

    static class NoLostUpdate extends LostUpdate {
        @Override
        synchronized void increment() {
            super.increment();
        }
    }

    static class LostUpdateOfAVolatile implements Scenario {
        private volatile int value;

        @Override
        public void run(Interleaving threads) {
            for (String name : new String[] {"one", "two"}) {
                threads.start(name, () -> {
                    int read = value;
                    value = read + 1;
                });
            }
            threads.join();
            assertThat(value).isEqualTo(2);
        }
    }

    static class CheckThenAct implements Scenario {
        private final Map<String, Integer> map = new ConcurrentHashMap<>(Map.of("key", 1));

        @Override
        public void run(Interleaving threads) {
            threads.start("remove", () -> map.remove("key"));
            threads.start("read", () -> {
                if (map.containsKey("key")) {
                    assertThat(map.get("key")).isEqualTo(1);
                }
            });
            threads.join();
        }
    }

    static class OppositeOrder implements Scenario {
        private final ReentrantLock first = new ReentrantLock();
        private final Object second = new Object();

        @Override
        public void run(Interleaving threads) {
            threads.start(
                    "one",
                    () -> locked(first, () -> {
                        synchronized (second) {
                            assertThat(first.isHeldByCurrentThread()).isTrue();
                        }
                    }));
            threads.start("two", () -> {
                synchronized (second) {
                    locked(first, () -> {});
                }
            });
            threads.join();
        }
    }

    /** A reader waits for a second one, which waits for a writer, which waits for the first. */
    static class WriterBetweenReaders implements Scenario {
        private final ReadWriteLock gate = new ReentrantReadWriteLock();

        @Override
        public void run(Interleaving threads) {
            CountDownLatch inner = new CountDownLatch(1);
            threads.start("reader", () -> locked(gate.readLock(), inner::await));
            threads.start("writer", () -> locked(gate.writeLock(), () -> {}));
            threads.start("helper", () -> locked(gate.readLock(), inner::countDown));
            threads.join();
        }
    }

    /** The check is outside of the lock, so that the signal may come before the wait. */
    static class LostSignal implements Scenario {
        private final ReentrantLock lock = new ReentrantLock();
        private final Condition changed = lock.newCondition();
        private volatile boolean done;

        @Override
        public void run(Interleaving threads) {
            threads.start("wait", () -> {
                if (!done) {
                    locked(lock, changed::await);
                }
            });
            threads.start(
                    "signal",
                    () -> locked(lock, () -> {
                        done = true;
                        changed.signalAll();
                    }));
            threads.join();
        }
    }

    /** Correct queue of one place: waits in loops, with a signal for each change. */
    static class BoundedQueue implements Scenario {
        private final ReentrantLock lock = new ReentrantLock();
        private final Condition changed = lock.newCondition();
        private final Queue<Integer> queue = new ArrayDeque<>();

        private void put(int value) throws InterruptedException {
            lock.lock();
            try {
                while (!queue.isEmpty()) {
                    changed.await();
                }
                queue.add(value);
                changed.signalAll();
            } finally {
                lock.unlock();
            }
        }

        private int take() throws InterruptedException {
            lock.lock();
            try {
                while (queue.isEmpty()) {
                    changed.await();
                }
                changed.signalAll();
                return queue.remove();
            } finally {
                lock.unlock();
            }
        }

        @Override
        public void run(Interleaving threads) throws InterruptedException {
            for (int i = 0; i < 3; i++) {
                int value = i;
                threads.start("put " + value, () -> put(value));
            }
            assertThat(take() + take() + take()).isEqualTo(3);
            threads.join();
        }
    }

    /** Waits of hours take no time; an unpark before its park is not lost. */
    static class VirtualTime implements Scenario {
        private final ReentrantLock lock = new ReentrantLock();
        private final Condition never = lock.newCondition();

        @Override
        public void run(Interleaving threads) throws Exception {
            long start = System.nanoTime();
            Thread parked = threads.start("parked", () -> {
                long began = System.nanoTime();
                LockSupport.parkNanos(this, TimeUnit.DAYS.toNanos(1));
                assertThat(System.nanoTime() - began).isLessThan(TimeUnit.HOURS.toNanos(1));
            });
            LockSupport.unpark(parked);
            threads.join();
            locked(lock, () -> {
                long left = TimeUnit.HOURS.toNanos(3);
                while (left > 0) {
                    left = never.awaitNanos(left);
                }
            });
            assertThat(System.nanoTime() - start).isGreaterThanOrEqualTo(TimeUnit.HOURS.toNanos(3));
        }
    }

    private static void assertFound(Class<? extends Scenario> scenario, String message) {
        assertThatThrownBy(() -> Interleaving.explore(scenario, SEED, COUNT))
                .isInstanceOf(AssertionError.class)
                .hasMessageContainingAll(
                        scenario.getSimpleName() + " fails with seed ",
                        message,
                        "last steps:",
                        "SampleRacesTest.java:");
    }

    @Test
    void racesAreFound() {
        assertFound(LostUpdate.class, "expected: 2");
        assertFound(LostUpdateOfAVolatile.class, "expected: 2");
        assertFound(CheckThenAct.class, "not to be null");
    }

    @Test
    void deadlocksAreFound() {
        assertFound(OppositeOrder.class, "one waits for a lock");
        assertFound(LostSignal.class, "wait waits for a signal");
        assertFound(WriterBetweenReaders.class, "deadlock: ");
    }

    @Test
    void correctCodePasses() {
        Interleaving.explore(NoLostUpdate.class, SEED, COUNT);
        Interleaving.explore(BoundedQueue.class, SEED, COUNT);
        Interleaving.explore(VirtualTime.class, SEED, COUNT);
    }

    @Test
    void aSeedRepeatsItsSchedule() {
        long seed = Interleaving.find(LostUpdate.class, SEED, COUNT).orElseThrow();
        assertThat(Interleaving.trace(LostUpdate.class, seed)).isEqualTo(Interleaving.trace(LostUpdate.class, seed));
        assertThat(Interleaving.find(LostUpdate.class, seed, 1)).hasValue(seed);
        assertThat(Interleaving.find(NoLostUpdate.class, SEED, COUNT)).isEmpty();
    }
}
