package org.underbase.bench.prediction;

import java.util.List;

/**
 * Quantities of the latency of an operation.
 *
 * @param mean mean
 * @param p50 median
 * @param p99 99th percentile
 */
record Latency(Quantity mean, Quantity p50, Quantity p99) {
    private static final double P50 = 0.50;
    private static final double P99 = 0.99;

    /**
     * Creates the quantities.
     *
     * @param operation name of the operation
     */
    static Latency of(String operation) {
        return new Latency(
                new Quantity(operation + " mean", Measure.MEAN),
                new Quantity(operation + " p50", Measure.P50),
                new Quantity(operation + " p99", Measure.P99));
    }

    List<Quantity> quantities() {
        return List.of(mean, p50, p99);
    }

    /**
     * Sets the values.
     *
     * @param values receiver
     * @param nanos latencies of all operations, in nanoseconds, at least one
     */
    void put(Values values, List<Long> nanos) {
        List<Long> sorted = nanos.stream().sorted().toList();
        values.put(mean, mean(sorted));
        values.put(p50, percentile(sorted, P50));
        values.put(p99, percentile(sorted, P99));
    }

    /** Returns the mean of at least one value. */
    static double mean(List<Long> nanos) {
        return nanos.stream().mapToLong(Long::longValue).average().orElseThrow();
    }

    private static long percentile(List<Long> sorted, double part) {
        return sorted.get(Math.max(0, (int) Math.ceil(part * sorted.size()) - 1));
    }
}
