package org.underbase.exalt.harness.load;

import java.util.concurrent.atomic.AtomicReference;
import java.util.concurrent.atomic.LongAdder;

/** What the threads of a JVM have done. Thread-safe. */
final class Counts {
    private volatile long begin = System.currentTimeMillis();
    private final LongAdder files = new LongAdder();
    private final LongAdder bytes = new LongAdder();
    private final LongAdder operations = new LongAdder();
    private final LongAdder operationNanos = new LongAdder();
    private final LongAdder errors = new LongAdder();
    private volatile ReplayCounts replay;
    private final AtomicReference<String> firstError = new AtomicReference<>("");

    /** Clients are ready: their time runs from now on. */
    void begin() {
        begin = System.currentTimeMillis();
    }

    /** Before any thread begins. */
    void replays(ReplayCounts counted) {
        replay = counted;
    }

    void file() {
        files.increment();
    }

    void bytes(long count) {
        bytes.add(count);
    }

    /** @param since when it began, of {@link System#nanoTime} */
    void operation(long since) {
        operations.increment();
        operationNanos.add(System.nanoTime() - since);
    }

    void error(String what) {
        errors.increment();
        firstError.compareAndSet("", what);
    }

    Said now(boolean end) {
        return new Said(
                begin,
                System.currentTimeMillis(),
                files.sum(),
                bytes.sum(),
                operations.sum(),
                operationNanos.sum(),
                errors.sum(),
                firstError.get(),
                replay == null ? Replayed.NOTHING : replay.now(),
                end);
    }
}
