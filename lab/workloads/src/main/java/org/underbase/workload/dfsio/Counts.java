package org.underbase.workload.dfsio;

import java.util.concurrent.atomic.AtomicInteger;
import java.util.concurrent.atomic.LongAdder;

/** What the threads of one phase share. Thread-safe. */
final class Counts {
    private final AtomicInteger nextFile = new AtomicInteger();
    private final LongAdder bytes = new LongAdder();
    private final LongAdder wrong = new LongAdder();

    /** The number of a file that nobody has taken yet, or one beyond the last. */
    int takeFile() {
        return nextFile.getAndIncrement();
    }

    void add(long read) {
        bytes.add(read);
    }

    void addWrong() {
        wrong.increment();
    }

    long bytes() {
        return bytes.sum();
    }

    long wrong() {
        return wrong.sum();
    }
}
