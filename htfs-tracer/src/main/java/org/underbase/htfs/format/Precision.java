package org.underbase.htfs.format;

/**
 * Precision of the times in a trace. The last digits are noise, which does not compress: exact times take about as much
 * space as all other fields together.
 *
 * @param tickNanos unit of starts in nanoseconds; a start is rounded down to a multiple of it after its block's first start
 * @param durationBits number of significant bits of durations, 3 to 64; lower bits are rounded
 */
public record Precision(int tickNanos, int durationBits) {
    private static final int COMPACT_NANOS = 1000;

    public static final Precision EXACT = new Precision(1, 64);

    /** Starts to the microsecond; durations to 8 bits, an error of at most 0.4%. */
    public static final Precision COMPACT = new Precision(COMPACT_NANOS, 8);

    public Precision {
        if (tickNanos < 1 || durationBits < 3 || durationBits > 64) {
            throw new IllegalArgumentException("invalid precision: " + tickNanos + " ns, " + durationBits + " bits");
        }
    }

    /** Returns the number of whole ticks in a time of {@code nanos}. */
    long ticks(long nanos) {
        // The compiler replaces only the division by a constant, which a processor does an order of magnitude faster.
        return tickNanos == COMPACT_NANOS ? nanos / COMPACT_NANOS : nanos / tickNanos;
    }

    /** Rounds a duration to the value that a reader decodes. */
    long round(long duration) {
        int drop = 64 - Long.numberOfLeadingZeros(duration) - durationBits;
        return drop <= 0 ? duration : (duration + (1L << (drop - 1))) >>> drop << drop;
    }
}
