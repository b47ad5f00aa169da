package org.underbase.htfs.record;

import java.util.Iterator;
import java.util.function.Predicate;

/** The losses that no block contains yet. Thread-safe. */
final class LossLedger {
    private final Losses losses = new Losses();

    /** Adds losses of threads whose names are masked. */
    synchronized void add(Losses more) {
        more.entries().forEach(entry -> add(entry, entry.thread));
    }

    /** Adds the losses of a thread under its masked name. */
    synchronized void add(Losses.Entry e, String thread) {
        losses.add(e.threadId, thread, e.kind, e.cause, e.calls, e.bytes, e.first, e.last);
    }

    /** Passes the losses to {@code sink} and removes them, until it returns false. */
    synchronized void drainTo(Predicate<Losses.Entry> sink) {
        Iterator<Losses.Entry> all = losses.entries().iterator();
        while (all.hasNext() && sink.test(all.next())) {
            all.remove();
        }
    }

    /** Whether there are losses. */
    synchronized boolean pending() {
        return !losses.entries().isEmpty();
    }
}
