package org.underbase.htfs.format;

/**
 * How exactly a trace keeps times. Their last digits are noise, and noise does not compress: exact times take about as
 * much space as everything else together.
 *
 * @param tickNanos starts are whole ticks after the first event of their block, rounded down; 1 keeps them exactly
 * @param durationBits durations keep this many bits from their highest one on, the rest is rounded; 64 keeps them all
 */
public record Precision(int tickNanos, int durationBits) {
    public static final Precision EXACT = new Precision(1, 64);

    /** Starts to the microsecond; durations to 8 bits, which is off by at most 0.2 %. */
    public static final Precision COMPACT = new Precision(1000, 8);

    public Precision {
        if (tickNanos < 1 || durationBits < 3 || durationBits > 64) {
            throw new IllegalArgumentException("no precision: " + tickNanos + " ns, " + durationBits + " bits");
        }
    }

    /** A duration as it will be read. */
    long round(long duration) {
        int drop = 64 - Long.numberOfLeadingZeros(duration) - durationBits;
        return drop <= 0 ? duration : (duration + (1L << (drop - 1))) >>> drop << drop;
    }
}
