package org.underbase.exalt.runtime;

import java.util.concurrent.atomic.AtomicBoolean;
import java.util.concurrent.atomic.LongAdder;

/** Bytes as the program sees them, and as they are below. Thread-safe. */
final class Traffic {
    /** So much without a gain is no metadata any more. */
    private static final long MUCH = 64 << 20;

    private final String where;
    private final AtomicBoolean warned = new AtomicBoolean();
    final LongAdder read = new LongAdder();
    final LongAdder readBelow = new LongAdder();
    final LongAdder written = new LongAdder();
    final LongAdder writtenBelow = new LongAdder();

    /** {@code where}: for people. */
    Traffic(String where) {
        this.where = where;
    }

    /** Says once where a lot was written, and as much below. Not for each write: it adds up counters. */
    void warn() {
        if (warned.get()) {
            return;
        }
        long all = written.sum();
        if (all >= MUCH && writtenBelow.sum() > all / 2 && warned.compareAndSet(false, true)) {
            System.err.println(
                    "exalt-agent: most of " + all + " bytes written to " + where
                            + " is no Tardis data, and stays as large as it is: it may be encrypted or compressed, or other data");
        }
    }

    /** Counts what is not negative, and returns it. */
    static int count(int bytes, LongAdder counter) {
        if (bytes > 0) {
            counter.add(bytes);
        }
        return bytes;
    }
}
