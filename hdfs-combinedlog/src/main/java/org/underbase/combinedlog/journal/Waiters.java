package org.underbase.combinedlog.journal;

import java.util.Iterator;
import java.util.concurrent.ConcurrentLinkedQueue;
import java.util.concurrent.atomic.AtomicBoolean;
import java.util.concurrent.atomic.AtomicInteger;
import java.util.concurrent.locks.LockSupport;
import java.util.function.Consumer;

/** Threads that wait until a sequence is on disk. Each is unparked separately: a shared condition makes all contend for one lock. */
final class Waiters {
    private static final class Waiter {
        private final long sequence;
        private final Thread thread = Thread.currentThread();
        private final AtomicBoolean gone = new AtomicBoolean();
        private volatile boolean woken;

        Waiter(long sequence) {
            this.sequence = sequence;
        }
    }

    private final ConcurrentLinkedQueue<Waiter> queue = new ConcurrentLinkedQueue<>();
    private final AtomicInteger count = new AtomicInteger();

    /** Registers the caller. It must check afterwards whether it has to wait, so that it misses no wake-up. */
    Object enter(long sequence) {
        Waiter waiter = new Waiter(sequence);
        queue.add(waiter);
        count.incrementAndGet();
        return waiter;
    }

    /**
     * Waits to be woken. An interrupt does not end the wait, because the caller's bytes go to disk in any case; it stays
     * set for the caller.
     */
    void await(Object ticket) {
        Waiter waiter = (Waiter) ticket;
        boolean interrupted = false;
        while (!waiter.woken) {
            LockSupport.park(this);
            interrupted |= Thread.interrupted();
        }
        if (interrupted) {
            Thread.currentThread().interrupt();
        }
    }

    void leave(Object ticket) {
        Waiter waiter = (Waiter) ticket;
        queue.remove(waiter);
        gone(waiter);
    }

    private void gone(Waiter waiter) {
        if (waiter.gone.compareAndSet(false, true)) {
            count.decrementAndGet();
        }
    }

    int count() {
        return count.get();
    }

    /** Wakes the threads that wait for at most this sequence and passes each to the consumer. */
    void wake(long sequence, Consumer<Thread> woken) {
        for (Iterator<Waiter> all = queue.iterator(); all.hasNext(); ) {
            Waiter waiter = all.next();
            if (waiter.sequence <= sequence) {
                all.remove();
                gone(waiter);
                woken.accept(waiter.thread);
                waiter.woken = true;
                LockSupport.unpark(waiter.thread);
            }
        }
    }
}
