package org.underbase.combinedlog.journal;

import java.util.List;
import java.util.concurrent.CopyOnWriteArrayList;
import java.util.concurrent.TimeUnit;
import java.util.concurrent.locks.LockSupport;
import org.slf4j.Logger;
import org.slf4j.LoggerFactory;

/** Daemon threads of a journal. An exception that ends one of them fails the journal. */
final class JournalThreads {
    private static final Logger LOG = LoggerFactory.getLogger(Journal.class);
    private static final long RETRY_NANOS = TimeUnit.MILLISECONDS.toNanos(10);

    private final JournalState state;
    private final List<Thread> threads = new CopyOnWriteArrayList<>();

    JournalThreads(JournalState state) {
        this.state = state;
    }

    void start(String name, Runnable loop) {
        Thread thread = new Thread(() -> run(loop), name);
        thread.setDaemon(true);
        threads.add(thread);
        thread.start();
    }

    private void run(Runnable loop) {
        try {
            loop.run();
        } catch (Throwable e) {
            Throwable second = failUntilDone(e);
            LOG.error("A thread of the journal ended", e);
            if (second != null) {
                LOG.error("Cannot notify the owner of the journal", second);
            }
        }
    }

    /**
     * Repeats the failure until all waiting threads are notified: if memory is exhausted, the notification may fail as well.
     *
     * @return last exception of a notification; null if none failed
     */
    private Throwable failUntilDone(Throwable cause) {
        Throwable last = null;
        while (true) {
            try {
                state.fail(cause);
                return last;
            } catch (RuntimeException | Error e) {
                last = e;
                LockSupport.parkNanos(this, RETRY_NANOS);
            }
        }
    }

    boolean none() {
        return threads.isEmpty();
    }

    /** Waits until all threads except the caller have exited. An interrupt does not end the wait; it stays set. */
    void join() {
        boolean interrupted = false;
        for (Thread thread : threads) {
            while (thread.isAlive() && thread != Thread.currentThread()) {
                try {
                    thread.join();
                } catch (InterruptedException e) {
                    interrupted = true;
                }
            }
        }
        if (interrupted) {
            Thread.currentThread().interrupt();
        }
    }
}
