package org.underbase.combinedlog.journal;

import java.util.Iterator;
import java.util.concurrent.ConcurrentLinkedQueue;
import java.util.concurrent.locks.LockSupport;

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
     */
    void await(Object ticket) {
        boolean interrupted = false;
        while (!isWoken(ticket)) {
            LockSupport.park(this);
            interrupted |= Thread.interrupted();
        }
        if (interrupted) {
            Thread.currentThread().interrupt();
        }
    }

    /** Ends the wait of a thread that may have been woken. */
    void leave(Object ticket) {
        if (!isWoken(ticket)) {
            queue.remove(ticket);
        }
    }

    static boolean isWoken(Object ticket) {
        return ((Waiter) ticket).woken;
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
