package org.underbase.htfs.record;

import java.util.concurrent.atomic.AtomicLong;
import org.underbase.htfs.format.Drops;

/** Counters of a tracer. The drainer writes them; any thread may read them. */
final class Metrics {
    private final AtomicLong events = new AtomicLong();
    private final AtomicLong eventsWritten = new AtomicLong();
    private final AtomicLong bytes = new AtomicLong();
    private final AtomicLong blocks = new AtomicLong();
    private final AtomicLong segments = new AtomicLong();
    private final AtomicLong evictedSegments = new AtomicLong();
    private final AtomicLong evictedEvents = new AtomicLong();
    private final AtomicLong evictedBytes = new AtomicLong();
    private final AtomicLong writeErrors = new AtomicLong();
    private final AtomicLong droppedFull = new AtomicLong();
    private final AtomicLong droppedWriteError = new AtomicLong();
    private final AtomicLong droppedSizeCap = new AtomicLong();

    void drained(long count) {
        events.addAndGet(count);
    }

    void written(long count, long size) {
        if (count > 0) {
            blocks.incrementAndGet();
        }
        eventsWritten.addAndGet(count);
        bytes.addAndGet(size);
    }

    void segment(long headerSize) {
        segments.incrementAndGet();
        bytes.addAndGet(headerSize);
    }

    void evicted(long count, long size) {
        evictedSegments.incrementAndGet();
        evictedEvents.addAndGet(count);
        evictedBytes.addAndGet(size);
    }

    void writeError() {
        writeErrors.incrementAndGet();
    }

    void droppedFull(long count) {
        droppedFull.addAndGet(count);
    }

    void droppedWriteError(long count) {
        droppedWriteError.addAndGet(count);
    }

    void droppedSizeCap(long count) {
        droppedSizeCap.addAndGet(count);
    }

    /** Returns the number of events drained from the rings. */
    long events() {
        return events.get();
    }

    long eventsWritten() {
        return eventsWritten.get();
    }

    /** Returns the number of bytes written to segments. */
    long bytes() {
        return bytes.get();
    }

    long blocks() {
        return blocks.get();
    }

    long segments() {
        return segments.get();
    }

    long evictedSegments() {
        return evictedSegments.get();
    }

    long evictedEvents() {
        return evictedEvents.get();
    }

    long evictedBytes() {
        return evictedBytes.get();
    }

    long writeErrors() {
        return writeErrors.get();
    }

    Drops drops() {
        return new Drops(droppedFull.get(), droppedWriteError.get(), droppedSizeCap.get());
    }
}
