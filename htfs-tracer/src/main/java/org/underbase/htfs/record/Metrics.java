package org.underbase.htfs.record;

import java.util.concurrent.atomic.AtomicLong;
import java.util.concurrent.atomic.AtomicLongArray;
import org.underbase.htfs.format.Drops;

/** Counters of a tracer. Thread-safe. */
final class Metrics {
    private final AtomicLong events = new AtomicLong();
    private final AtomicLong eventsWritten = new AtomicLong();
    private final AtomicLong discarded = new AtomicLong();
    private final AtomicLong bytes = new AtomicLong();
    private final AtomicLong blocks = new AtomicLong();
    private final AtomicLong segments = new AtomicLong();
    private final AtomicLong evictedSegments = new AtomicLong();
    private final AtomicLong evictedEvents = new AtomicLong();
    private final AtomicLong evictedBytes = new AtomicLong();
    private final AtomicLong undeletableSegments = new AtomicLong();
    private final AtomicLong writeErrors = new AtomicLong();
    private final AtomicLong collapsed = new AtomicLong();

    // By the code of the cause.
    private final AtomicLongArray lostEvents = new AtomicLongArray(Drops.Cause.values().length);
    private final AtomicLongArray lostBytes = new AtomicLongArray(lostEvents.length());

    void drained(long count) {
        events.addAndGet(count);
    }

    /** Counts calls that other events include. */
    void collapsed(long count) {
        collapsed.addAndGet(count);
    }

    void written(long count, long size) {
        if (count > 0) {
            blocks.incrementAndGet();
        }
        eventsWritten.addAndGet(count);
        bytes.addAndGet(size);
    }

    /** Counts the events of a block that is not written; {@link #lost} counts its calls. */
    void discarded(long count) {
        discarded.addAndGet(count);
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

    /** Sets the number of segments that a limit should delete and that cannot be deleted. */
    void undeletable(long count) {
        undeletableSegments.set(count);
    }

    void writeError() {
        writeErrors.incrementAndGet();
    }

    /**
     * Counts lost events, without allocation. Called by any thread; the next written block or end mark reports them.
     *
     * @param cause cause of the loss
     * @param count number of events
     * @param size number of bytes that their reads and writes moved
     */
    void lost(Drops.Cause cause, long count, long size) {
        lostEvents.addAndGet(cause.code(), count);
        lostBytes.addAndGet(cause.code(), size);
    }

    /** Returns the number of events drained from the rings. */
    long events() {
        return events.get();
    }

    /** Returns the number of calls that other events include: events, collapsed and lost calls together are all calls. */
    long collapsed() {
        return collapsed.get();
    }

    long eventsWritten() {
        return eventsWritten.get();
    }

    /** Returns the number of events in blocks that are not written. */
    long discarded() {
        return discarded.get();
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

    long undeletableSegments() {
        return undeletableSegments.get();
    }

    long writeErrors() {
        return writeErrors.get();
    }

    Drops drops() {
        Drops drops = Drops.NONE;
        for (Drops.Cause cause : Drops.Cause.values()) {
            drops = drops.with(cause, lostEvents.get(cause.code()), lostBytes.get(cause.code()));
        }
        return drops;
    }
}
