package org.underbase.tier.policy;

/**
 * Number of reads of a file, weighted by their age: a read counts half after each half-life. Immutable.
 *
 * @param reads weighted number of reads
 * @param at time of this number, in milliseconds since 1970
 */
public record DecayedReads(double reads, long at) {
    /** No reads. */
    public static final DecayedReads NONE = new DecayedReads(0, 0);

    /**
     * Returns the weighted number at another time. Times before {@link #at}, as after a step of the clock, count as that time.
     *
     * @param now time, in milliseconds since 1970
     * @param halfLife half-life, in milliseconds
     */
    public double at(long now, long halfLife) {
        return reads * Math.pow(0.5, (double) Math.max(0, now - at) / halfLife);
    }

    /**
     * Adds a read.
     *
     * @param now time of the read, in milliseconds since 1970
     * @param halfLife half-life, in milliseconds
     */
    public DecayedReads plusRead(long now, long halfLife) {
        return new DecayedReads(at(now, halfLife) + 1, Math.max(now, at));
    }
}
