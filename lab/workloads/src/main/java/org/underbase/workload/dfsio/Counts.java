package org.underbase.workload.dfsio;

import java.util.concurrent.atomic.AtomicInteger;
import java.util.concurrent.atomic.LongAdder;

/** Counters that the threads of one phase share. Thread-safe. */
final class Counts {
    private final AtomicInteger nextFile = new AtomicInteger();
    private final LongAdder bytes = new LongAdder();
    private final LongAdder wrong = new LongAdder();

    /** Assigns the next file to the caller; a number beyond the last file if all are assigned. */
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
