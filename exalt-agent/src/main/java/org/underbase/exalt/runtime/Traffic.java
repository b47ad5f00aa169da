package org.underbase.exalt.runtime;

import java.util.concurrent.atomic.LongAdder;

/** Bytes as the program sees them, and as they are below. Thread-safe. */
final class Traffic {
    final LongAdder read = new LongAdder();
    final LongAdder readBelow = new LongAdder();
    final LongAdder written = new LongAdder();
    final LongAdder writtenBelow = new LongAdder();

    /** Counts what is not negative, and returns it. */
    static int count(int bytes, LongAdder counter) {
        if (bytes > 0) {
            counter.add(bytes);
        }
        return bytes;
    }
}
