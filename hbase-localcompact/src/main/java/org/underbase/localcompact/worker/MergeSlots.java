package org.underbase.localcompact.worker;

import java.util.LinkedHashMap;
import java.util.Map;
import java.util.function.LongSupplier;

/**
 * Limit on the concurrent merges of a server. A ticket that finds no free slot enters a queue and gets its turn in the order of
 * the first requests. Its coordinator repeats the request, so that the queue holds no RPC handler; a ticket that is not repeated
 * leaves the queue.
 *
 * <p>Thread-safe.
 */
final class MergeSlots {
    /** Coordinators repeat their requests several times within this time. */
    static final long EXPIRY_NANOS = 2_000_000_000L;

    private final int limit;
    private final LongSupplier nanos;
    private final Map<String, Long> queue = new LinkedHashMap<>();
    private int used;
    private long abandoned;

    /** {@code nanos} is the clock. */
    MergeSlots(int limit, LongSupplier nanos) {
        this.limit = limit;
        this.nanos = nanos;
    }

    int limit() {
        return limit;
    }

    /** Takes a slot, or queues the ticket; returns whether it has a slot. */
    synchronized boolean acquire(String ticket) {
        expire();
        queue.put(ticket, nanos.getAsLong());
        int ahead = 0;
        for (String each : queue.keySet()) {
            if (each.equals(ticket)) {
                break;
            }
            ahead++;
        }
        if (ahead >= limit - used) {
            return false;
        }
        queue.remove(ticket);
        used++;
        return true;
    }

    synchronized void release() {
        used--;
    }

    /** Removes a ticket from the queue. */
    synchronized void abandon(String ticket) {
        if (queue.remove(ticket) != null) {
            abandoned++;
        }
    }

    /** Counts the tickets in the queue. */
    synchronized int queued() {
        expire();
        return queue.size();
    }

    /** Counts the tickets that left the queue without a slot. */
    synchronized long abandoned() {
        expire();
        return abandoned;
    }

    private void expire() {
        long now = nanos.getAsLong();
        int before = queue.size();
        queue.values().removeIf(requested -> now - requested > EXPIRY_NANOS);
        abandoned += before - queue.size();
    }
}
