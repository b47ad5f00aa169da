package org.underbase.tier.namenode.monitor;

import java.util.ArrayDeque;
import java.util.Deque;

/** Sum of the bytes that were recorded in a time span up to the present. Thread-safe. */
final class RecentBytes {
    private final long spanNanos;
    private final Deque<Entry> entries = new ArrayDeque<>();
    private long sum;

    private record Entry(long bytes, long at) {}

    /** @param spanNanos time span, in nanoseconds */
    RecentBytes(long spanNanos) {
        this.spanNanos = spanNanos;
    }

    /**
     * Records bytes.
     *
     * @param now time, in nanoseconds, not before that of an earlier call
     */
    synchronized void add(long bytes, long now) {
        entries.add(new Entry(bytes, now));
        sum += bytes;
    }

    /** Returns the bytes recorded in the time span before a time, in nanoseconds. */
    synchronized long sum(long now) {
        while (!entries.isEmpty() && now - entries.peek().at() > spanNanos) {
            sum -= entries.remove().bytes();
        }
        return sum;
    }
}
