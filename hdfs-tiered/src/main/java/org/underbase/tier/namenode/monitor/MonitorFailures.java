package org.underbase.tier.namenode.monitor;

import java.io.IOException;
import java.util.concurrent.TimeUnit;
import java.util.concurrent.atomic.AtomicLong;
import org.slf4j.Logger;
import org.slf4j.LoggerFactory;

/**
 * Failures of the monitor's steps. A step that fails, for example because of one file, must not keep the monitor from the
 * other files. Thread-safe.
 */
final class MonitorFailures {
    private static final Logger LOG = LoggerFactory.getLogger(MonitorFailures.class);

    /** Interval of log lines: a scan may fail for millions of files for the same reason. */
    private static final long LOG_NANOS = TimeUnit.MINUTES.toNanos(1);

    private final AtomicLong count = new AtomicLong();
    private final AtomicLong loggedAt = new AtomicLong(System.nanoTime() - LOG_NANOS);

    /** Step of the monitor. */
    @FunctionalInterface
    interface Step {
        void run() throws IOException, InterruptedException;
    }

    /**
     * Runs a step and records its failure.
     *
     * @param what description of the step
     * @return whether the step succeeded
     */
    boolean guard(String what, Step step) throws InterruptedException {
        try {
            step.run();
            return true;
        } catch (IOException | RuntimeException e) {
            note(what, e);
            return false;
        }
    }

    /** Records a failure and logs it, unless one was logged less than a minute ago. */
    void note(String what, Exception failure) {
        long total = count.incrementAndGet();
        long last = loggedAt.get();
        long now = System.nanoTime();
        if (now - last >= LOG_NANOS && loggedAt.compareAndSet(last, now)) {
            LOG.warn(
                    "tiers: the monitor failed to {}, continuing with the next step; failures: {}",
                    what,
                    total,
                    failure);
        } else {
            LOG.debug("tiers: the monitor failed to {}", what, failure);
        }
    }

    long count() {
        return count.get();
    }
}
