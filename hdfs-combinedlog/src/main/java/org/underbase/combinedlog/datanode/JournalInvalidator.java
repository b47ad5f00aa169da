package org.underbase.combinedlog.datanode;

import java.io.IOException;
import java.nio.file.Path;
import java.util.Collection;
import java.util.concurrent.CountDownLatch;
import java.util.function.Supplier;
import org.slf4j.Logger;
import org.slf4j.LoggerFactory;
import org.underbase.combinedlog.block.BlockLog;

/** Thread that invalidates a journal after its failure. Thread-safe. */
final class JournalInvalidator {
    private static final Logger LOG = LoggerFactory.getLogger(DataNodeJournal.class);

    private final BlockLog log;
    private final JournalMarker marker;
    private final JournalMetrics metrics;
    private final Supplier<Collection<Path>> dataDirs;
    private final CountDownLatch invalidated = new CountDownLatch(1);
    /** Counted down when the journal fails or ends. */
    private final CountDownLatch over = new CountDownLatch(1);

    /** Cause of the journal's failure; null if it has not failed. */
    private volatile IOException failure;

    /** @param dataDirs supplier of the data directories in which the journal is marked as invalid */
    JournalInvalidator(
            BlockLog log, JournalMarker marker, JournalMetrics metrics, Supplier<Collection<Path>> dataDirs) {
        this.log = log;
        this.marker = marker;
        this.metrics = metrics;
        this.dataDirs = dataDirs;
    }

    /** Starts the thread before a failure, because no thread can be created when memory is exhausted. */
    void start() {
        Thread thread = new Thread(this::invalidateAfterFailure, "combinedlog-invalidate");
        thread.setDaemon(true);
        thread.start();
    }

    /** Called by a thread that must not wait for replicas, before any writer is notified of the failure. Never allocates. */
    void failed(IOException cause) {
        failure = cause;
        over.countDown();
    }

    /** Whether the journal has failed: before its invalidation begins, and so before any writer is notified. */
    boolean hasFailed() {
        return failure != null;
    }

    /** Ends the thread of a journal that has not failed. */
    void end() {
        over.countDown();
    }

    /** Waits until a failed journal is invalidated; returns at once if it has not failed. */
    void awaitInvalidated() {
        if (hasFailed()) {
            awaitUninterruptibly(invalidated);
        }
    }

    private void invalidateAfterFailure() {
        awaitUninterruptibly(over);
        if (hasFailed()) {
            invalidate();
        }
    }

    private static void awaitUninterruptibly(CountDownLatch latch) {
        boolean interrupted = false;
        while (latch.getCount() > 0) {
            try {
                latch.await();
            } catch (InterruptedException e) {
                interrupted = true;
            }
        }
        if (interrupted) {
            Thread.currentThread().interrupt();
        }
    }

    private void invalidate() {
        try {
            LOG.error(
                    "The journal in {} failed: hsyncs now fsync the block files, as in stock HDFS. Replace the disk and"
                            + " restart the DataNode.",
                    marker.directory(),
                    failure);
        } finally {
            // Even without memory for the message: the writers of all replicas with records wait for this.
            fsyncAndInvalidate();
        }
    }

    private void fsyncAndInvalidate() {
        try {
            log.invalidate(() -> new JournalMarkers(dataDirs.get()).invalidate(marker));
            metrics.invalidated(true);
            LOG.info("Fsynced the block files of all records in the failed journal");
        } catch (IOException e) {
            metrics.invalidated(false);
            LOG.error("Cannot fsync all block files of the failed journal", e);
        } finally {
            invalidated.countDown();
        }
    }
}
