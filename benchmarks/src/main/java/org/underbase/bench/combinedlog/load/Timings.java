package org.underbase.bench.combinedlog.load;

import org.HdrHistogram.Histogram;

/**
 * How long a thing took, many times.
 *
 * @param nanos of each time
 * @param perSecond how many were done in a second, by all threads together
 */
public record Timings(Histogram nanos, double perSecond) {
    /** The median, in milliseconds. */
    public double p50() {
        return percentile(50);
    }

    /** The 99th percentile, in milliseconds. */
    public double p99() {
        return percentile(99);
    }

    private double percentile(double percent) {
        return nanos.getValueAtPercentile(percent) / 1e6;
    }
}
