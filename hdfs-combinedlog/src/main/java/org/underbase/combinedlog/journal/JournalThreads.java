package org.underbase.combinedlog.journal;

import java.io.Closeable;
import java.io.IOException;
import java.util.List;
import java.util.concurrent.CopyOnWriteArrayList;
import java.util.concurrent.CountDownLatch;
import java.util.concurrent.TimeUnit;
import java.util.concurrent.locks.LockSupport;
import org.slf4j.Logger;
import org.slf4j.LoggerFactory;

/** Daemon threads of a journal. An exception that ends one of them fails the journal. */
final class JournalThreads {
    private static final Logger LOG = LoggerFactory.getLogger(Journal.class);
    private static final long RETRY_NANOS = TimeUnit.MILLISECONDS.toNanos(10);
    private static final long FOREVER_NANOS = TimeUnit.DAYS.toNanos(10_000);

    private final JournalState state;
    /** Opened when a thread ends. */
    private final List<CountDownLatch> ends = new CopyOnWriteArrayList<>();

    JournalThreads(JournalState state) {
        this.state = state;
    }

    void start(String name, Runnable loop) {
        CountDownLatch end = new CountDownLatch(1);
        Thread thread = daemon(name, () -> run(loop, end));
        ends.add(end);
        boolean started = false;
        try {
            thread.start();
            started = true;
        } finally {
            if (!started) {
                end.countDown();
            }
        }
    }

    private static Thread daemon(String name, Runnable body) {
        Thread thread = new Thread(body, name);
        thread.setDaemon(true);
        return thread;
    }

    private void run(Runnable loop, CountDownLatch end) {
        try {
            loop.run();
        } catch (Throwable e) {
            Throwable second = failUntilDone(e);
            LOG.error("A thread of the journal ended", e);
            if (second != null) {
                LOG.error("Cannot notify the owner of the journal", second);
            }
        } finally {
            end.countDown();
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
        return ends.isEmpty();
    }

    /** Close of the journal's files in a separate thread. */
    private final class Closing implements Runnable {
        private final Closeable files;
        private final CountDownLatch done = new CountDownLatch(1);
        private volatile Throwable failure;

        Closing(Closeable files) {
            this.files = files;
        }

        @Override
        public void run() {
            try {
                ends.forEach(end -> await(end, FOREVER_NANOS));
                files.close();
            } catch (Throwable e) {
                failure = e;
            } finally {
                done.countDown();
            }
        }
    }

    /**
     * Closes files when all threads have ended. A thread may hang in the kernel, and the close of a channel waits for the threads
     * that use it, so a separate thread closes the files.
     *
     * @param files files and lock of the journal
     * @param nanos maximum wait; the files may be closed later
     * @throws IOException if a file cannot be closed
     */
    void endThenClose(Closeable files, long nanos) throws IOException {
        if (none()) {
            files.close();
            return;
        }
        Closing closing = new Closing(files);
        daemon("combinedlog-close", closing).start();
        if (!await(closing.done, nanos)) {
            LOG.warn("The disk of a journal does not respond: its files stay open until it does");
            return;
        }
        Throwable failure = closing.failure;
        if (failure instanceof Error error) {
            throw error;
        }
        if (failure instanceof RuntimeException exception) {
            throw exception;
        }
        if (failure != null) {
            throw (IOException) failure;
        }
    }

    /** An interrupt does not end the wait; it stays set. */
    private static boolean await(CountDownLatch latch, long nanos) {
        boolean interrupted = false;
        long start = System.nanoTime();
        try {
            while (true) {
                try {
                    return latch.await(nanos - (System.nanoTime() - start), TimeUnit.NANOSECONDS);
                } catch (InterruptedException e) {
                    interrupted = true;
                }
            }
        } finally {
            if (interrupted) {
                Thread.currentThread().interrupt();
            }
        }
    }
}
