package org.underbase.combinedlog.journal;

import java.util.Iterator;
import java.util.concurrent.ConcurrentLinkedQueue;
import java.util.concurrent.atomic.AtomicBoolean;
import java.util.concurrent.atomic.AtomicInteger;
import java.util.concurrent.locks.LockSupport;
import java.util.function.Consumer;

/** Threads that wait until a sequence is on disk. Each is woken alone: a shared condition would wake all into one lock. */
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

    /** Taken before the caller looks whether it has to wait at all: no wake-up is missed then. */
    Object enter(long sequence) {
        Waiter waiter = new Waiter(sequence);
        queue.add(waiter);
        count.incrementAndGet();
        return waiter;
    }

    /**
     * Waits to be woken. An interrupt does not end it, for its caller's bytes go to disk whether it waits or not; it is
     * left for the caller to find.
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

    /** Wakes those who wait for no more than this sequence, and says who they were. */
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
