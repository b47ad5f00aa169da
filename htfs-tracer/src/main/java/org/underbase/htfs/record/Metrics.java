package org.underbase.htfs.record;

import java.util.concurrent.atomic.AtomicLong;
import org.underbase.htfs.format.Drops;

/** The counters of a tracer. Written by the drainer, read by anyone. */
final class Metrics {
    private final AtomicLong events = new AtomicLong();
    private final AtomicLong eventsWritten = new AtomicLong();
    private final AtomicLong bytes = new AtomicLong();
    private final AtomicLong blocks = new AtomicLong();
    private final AtomicLong segments = new AtomicLong();
    private final AtomicLong expiredSegments = new AtomicLong();
    private final AtomicLong expiredEvents = new AtomicLong();
    private final AtomicLong expiredBytes = new AtomicLong();
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

    void expired(long count, long size) {
        expiredSegments.incrementAndGet();
        expiredEvents.addAndGet(count);
        expiredBytes.addAndGet(size);
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

    /** Events taken from the rings. */
    long events() {
        return events.get();
    }

    long eventsWritten() {
        return eventsWritten.get();
    }

    /** Bytes written to segments. */
    long bytes() {
        return bytes.get();
    }

    long blocks() {
        return blocks.get();
    }

    long segments() {
        return segments.get();
    }

    long expiredSegments() {
        return expiredSegments.get();
    }

    long expiredEvents() {
        return expiredEvents.get();
    }

    long expiredBytes() {
        return expiredBytes.get();
    }

    long writeErrors() {
        return writeErrors.get();
    }

    Drops drops() {
        return new Drops(droppedFull.get(), droppedWriteError.get(), droppedSizeCap.get());
    }
}
