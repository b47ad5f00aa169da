package org.underbase.exalt.runtime;

import java.util.concurrent.atomic.AtomicBoolean;
import java.util.concurrent.atomic.LongAdder;

/** Counters of logical and physical bytes. Thread-safe. */
final class Traffic {
    /** Number of bytes after which poor compression is reported; less may be metadata. */
    private static final long MUCH = 64 << 20;

    private final String where;
    private final AtomicBoolean warned = new AtomicBoolean();
    final LongAdder read = new LongAdder();
    final LongAdder readBelow = new LongAdder();
    final LongAdder written = new LongAdder();
    final LongAdder writtenBelow = new LongAdder();

    /** {@code where}: human-readable name for the warning. */
    Traffic(String where) {
        this.where = where;
    }

    /** Warns once if most written bytes did not compress. Not called for each write, because it sums counters. */
    void warn() {
        if (warned.get()) {
            return;
        }
        long all = written.sum();
        if (all >= MUCH && writtenBelow.sum() > all / 2 && warned.compareAndSet(false, true)) {
            System.err.println("exalt-agent: most of " + all + " bytes written to " + where
                    + " are not Tardis data and are not compressed: check for encryption, compression or other data");
        }
    }

    /** Adds a number unless it is negative, and returns it. */
    static int count(int bytes, LongAdder counter) {
        if (bytes > 0) {
            counter.add(bytes);
        }
        return bytes;
    }
}
