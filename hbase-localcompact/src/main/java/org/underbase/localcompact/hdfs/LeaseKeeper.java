package org.underbase.localcompact.hdfs;

import java.io.Closeable;
import java.io.IOException;
import java.time.Duration;
import java.util.concurrent.Executors;
import java.util.concurrent.ScheduledExecutorService;
import java.util.concurrent.TimeUnit;
import org.slf4j.Logger;
import org.slf4j.LoggerFactory;

/** Renews a lease from a daemon thread until it is closed. Thread-safe. */
final class LeaseKeeper implements Closeable {
    private static final Logger LOG = LoggerFactory.getLogger(LeaseKeeper.class);

    /** Asks the NameNode once. */
    interface Renewal {
        /**
         * Renews the lease.
         *
         * @throws IOException when the NameNode cannot be asked or refuses
         */
        void renew() throws IOException;
    }

    private final String holder;
    private final Renewal renewal;
    private final long limitNanos;
    private final ScheduledExecutorService executor;
    private volatile long renewed = System.nanoTime();

    /**
     * Begins to renew.
     *
     * @param holder of the lease
     * @param renewal asks the NameNode
     * @param every the pause between two renewals
     * @param limit failures are tolerated for that long
     */
    LeaseKeeper(String holder, Renewal renewal, Duration every, Duration limit) {
        this.holder = holder;
        this.renewal = renewal;
        limitNanos = limit.toNanos();
        executor = Executors.newSingleThreadScheduledExecutor(task -> {
            Thread thread = new Thread(task, "lease of " + holder);
            thread.setDaemon(true);
            return thread;
        });
        var unused =
                executor.scheduleWithFixedDelay(this::renew, every.toNanos(), every.toNanos(), TimeUnit.NANOSECONDS);
    }

    private void renew() {
        long asked = System.nanoTime();
        try {
            renewal.renew();
            renewed = asked;
        } catch (IOException | RuntimeException e) {
            if (!executor.isShutdown()) {
                LOG.warn("The lease of {} was not renewed", holder, e);
            }
        }
    }

    /** Throws when the last renewal is longer ago than the limit. */
    void check() throws IOException {
        long age = System.nanoTime() - renewed;
        if (age > limitNanos) {
            throw new IOException("The lease of " + holder + " could not be renewed for "
                    + TimeUnit.NANOSECONDS.toSeconds(age) + " s");
        }
    }

    @Override
    public void close() {
        executor.shutdownNow();
    }
}
