package org.underbase.sim.study;

/**
 * Latencies of requests in milliseconds; NaN without requests.
 *
 * @param mean mean
 * @param p50 median
 * @param p99 99th percentile
 */
public record Latency(double mean, double p50, double p99) {
    static final double P50 = 0.50;
    static final double P99 = 0.99;
}
