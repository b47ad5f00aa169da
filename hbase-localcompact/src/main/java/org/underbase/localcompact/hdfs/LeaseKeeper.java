package org.underbase.localcompact.hdfs;

import java.io.Closeable;
import java.io.IOException;
import java.time.Duration;
import java.util.concurrent.Executors;
import java.util.concurrent.ScheduledExecutorService;
import java.util.concurrent.TimeUnit;
import org.slf4j.Logger;
import org.slf4j.LoggerFactory;

/** Daemon thread that renews a lease until it is closed. Thread-safe. */
final class LeaseKeeper implements Closeable {
    private static final Logger LOG = LoggerFactory.getLogger(LeaseKeeper.class);

    /** Call to the NameNode. */
    interface Renewal {
        /**
         * Renews the lease.
         *
         * @throws IOException if the NameNode is unreachable or rejects the call
         */
        void renew() throws IOException;
    }

    private final String holder;
    private final Renewal renewal;
    private final long limitNanos;
    private final ScheduledExecutorService executor;
    private volatile long renewed = System.nanoTime();

    /**
     * Starts the renewals.
     *
     * @param holder holder of the lease, for messages
     * @param renewal call to the NameNode
     * @param every pause between two renewals
     * @param limit maximum time without a successful renewal
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
        long requested = System.nanoTime();
        try {
            renewal.renew();
            renewed = requested;
        } catch (IOException | RuntimeException e) {
            if (!executor.isShutdown()) {
                LOG.warn("Cannot renew the lease of {}", holder, e);
            }
        }
    }

    /** Throws if the last renewal is older than the limit. */
    void check() throws IOException {
        long age = System.nanoTime() - renewed;
        if (age > limitNanos) {
            throw new IOException(
                    "lease of " + holder + " not renewed for " + TimeUnit.NANOSECONDS.toSeconds(age) + " s");
        }
    }

    @Override
    public void close() {
        executor.shutdownNow();
    }
}
