package org.underbase.combinedlog.journal;

import java.util.Iterator;
import java.util.concurrent.ConcurrentLinkedQueue;
import java.util.concurrent.locks.LockSupport;
import java.util.function.LongSupplier;

/** Threads that wait until a sequence is on disk. Each is unparked separately: a shared condition makes all contend for one lock. */
final class Waiters {
    private static final class Waiter {
        private final long sequence;
        private final Thread thread = Thread.currentThread();
        private volatile boolean woken;

        Waiter(long sequence) {
            this.sequence = sequence;
        }
    }

    private final ConcurrentLinkedQueue<Waiter> queue = new ConcurrentLinkedQueue<>();

    /** Registers the caller. It must check afterwards whether it has to wait, so that it misses no wake-up. */
    Object enter(long sequence) {
        Waiter waiter = new Waiter(sequence);
        queue.add(waiter);
        return waiter;
    }

    /**
     * Waits to be woken. An interrupt does not end the wait, because the caller's bytes go to disk in any case; it stays
     * set for the caller.
     *
     * @param nanos maximum wait, which may change during the wait; pauses of the JVM do not count
     * @return whether the caller was woken
     */
    boolean await(Object ticket, LongSupplier nanos) {
        Waiter waiter = (Waiter) ticket;
        boolean interrupted = false;
        long waited = 0;
        for (long left = nanos.getAsLong(); !waiter.woken && left > 0; left = nanos.getAsLong() - waited) {
            long slice = JournalState.slice(left);
            long start = System.nanoTime();
            LockSupport.parkNanos(this, slice);
            interrupted |= Thread.interrupted();
            waited += Math.min(slice, System.nanoTime() - start);
        }
        if (interrupted) {
            Thread.currentThread().interrupt();
        }
        return waiter.woken;
    }

    /** Ends the wait of a thread that may have been woken. */
    void leave(Object ticket) {
        Waiter waiter = (Waiter) ticket;
        if (!waiter.woken) {
            queue.remove(waiter);
        }
    }

    /** Wakes the threads that wait for at most this sequence. */
    void wake(long sequence) {
        for (Iterator<Waiter> all = queue.iterator(); all.hasNext(); ) {
            Waiter waiter = all.next();
            if (waiter.sequence <= sequence) {
                waiter.woken = true;
                LockSupport.unpark(waiter.thread);
                all.remove();
            }
        }
    }
}
