package org.underbase.exalt.harness.load;

import java.util.concurrent.atomic.AtomicReference;
import java.util.concurrent.atomic.LongAdder;

/** Counters of the client threads of a JVM. Thread-safe. */
final class Counts {
    private volatile long begin = System.currentTimeMillis();
    private final LongAdder files = new LongAdder();
    private final LongAdder bytes = new LongAdder();
    private final LongAdder operations = new LongAdder();
    private final LongAdder operationNanos = new LongAdder();
    private final LongAdder errors = new LongAdder();
    private volatile ReplayCounts replay;
    private final AtomicReference<String> firstError = new AtomicReference<>("");

    /** Restarts the time when all clients are ready. */
    void begin() {
        begin = System.currentTimeMillis();
    }

    /** Sets the counters of a replay; called before any thread starts. */
    void replays(ReplayCounts counted) {
        replay = counted;
    }

    void file() {
        files.increment();
    }

    void bytes(long count) {
        bytes.add(count);
    }

    /** @param since start of the operation, of {@link System#nanoTime} */
    void operation(long since) {
        operations.increment();
        operationNanos.add(System.nanoTime() - since);
    }

    void error(String what) {
        errors.increment();
        firstError.compareAndSet("", what);
    }

    LoadProgress now(boolean end) {
        return new LoadProgress(
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
