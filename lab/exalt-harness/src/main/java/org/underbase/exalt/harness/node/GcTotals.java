package org.underbase.exalt.harness.node;

/**
 * Totals of garbage collections.
 *
 * @param count number of collections
 * @param millis total duration, in milliseconds
 */
public record GcTotals(long count, double millis) {
    /**
     * Subtracts earlier totals; the totals of a restarted JVM count from its start.
     *
     * @param before earlier totals
     * @return the difference
     */
    public GcTotals since(GcTotals before) {
        return count < before.count ? this : new GcTotals(count - before.count, millis - before.millis);
    }
}
