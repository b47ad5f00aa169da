package org.underbase.htfs.format;

/**
 * Precision of the times in a trace. The last digits are noise, which does not compress: exact times take about as much
 * space as all other fields together.
 *
 * @param tickNanos unit of starts in nanoseconds; a start is rounded down to a multiple of it after its block's first start
 * @param durationBits number of significant bits of durations, 3 to 64; lower bits are rounded
 */
public record Precision(int tickNanos, int durationBits) {
    public static final Precision EXACT = new Precision(1, 64);

    /** Starts to the microsecond; durations to 8 bits, an error of at most 0.2%. */
    public static final Precision COMPACT = new Precision(1000, 8);

    public Precision {
        if (tickNanos < 1 || durationBits < 3 || durationBits > 64) {
            throw new IllegalArgumentException("invalid precision: " + tickNanos + " ns, " + durationBits + " bits");
        }
    }

    /** Rounds a duration to the value that a reader decodes. */
    long round(long duration) {
        int drop = 64 - Long.numberOfLeadingZeros(duration) - durationBits;
        return drop <= 0 ? duration : (duration + (1L << (drop - 1))) >>> drop << drop;
    }
}
