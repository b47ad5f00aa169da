package org.underbase.combinedlog.datanode;

import java.io.IOException;
import java.util.concurrent.TimeUnit;
import java.util.function.LongSupplier;
import org.slf4j.Logger;
import org.slf4j.LoggerFactory;
import org.underbase.combinedlog.block.BlockKey;
import org.underbase.combinedlog.block.BlockLog.Outcome;

/**
 * Duration of an hsync whose record is appended to the journal. It is counted when its record is committed, because the thread that
 * acknowledges waits for other DataNodes first, and may end before.
 */
final class RecordedSync {
    private static final Logger LOG = LoggerFactory.getLogger(RecordedSync.class);

    /** Wait for the commit. */
    interface Commit {
        Outcome await() throws IOException;
    }

    private final BlockKey key;
    private final JournalMetrics metrics;
    private final long slowMillis;
    private final LongSupplier nanoTime;
    private final long start;
    private volatile long nanos;

    /**
     * Starts an hsync.
     *
     * @param key block of the replica
     * @param metrics counters of the journal
     * @param slowMillis duration above which an hsync is logged, in milliseconds
     * @param nanoTime clock, as {@link System#nanoTime}
     */
    RecordedSync(BlockKey key, JournalMetrics metrics, long slowMillis, LongSupplier nanoTime) {
        this.key = key;
        this.metrics = metrics;
        this.slowMillis = slowMillis;
        this.nanoTime = nanoTime;
        this.start = nanoTime.getAsLong();
    }

    /** Notes the commit of the record. The committing thread calls this. */
    void committed() {
        ended(Outcome.DURABLE);
    }

    /** Notes that the hsync has ended. */
    void ended(Outcome outcome) {
        nanos = nanoTime.getAsLong() - start;
        metrics.synced(outcome, nanos);
    }

    /**
     * Waits until the bytes are on disk.
     *
     * @throws IOException if they may be missing
     */
    void await(Commit commit) throws IOException {
        Outcome outcome = commit.await();
        if (outcome != Outcome.DURABLE) {
            ended(outcome);
        }
        long millis = TimeUnit.NANOSECONDS.toMillis(nanos);
        if (millis > slowMillis) {
            LOG.warn("Slow commit of an hsync of {} took {} ms (threshold {} ms)", key, millis, slowMillis);
        }
    }
}
