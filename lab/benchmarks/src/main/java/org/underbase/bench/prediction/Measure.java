package org.underbase.bench.prediction;

/**
 * Unit and targets of a quantity.
 *
 * @param unit printed unit
 * @param scale value of the printed unit in the quantity's unit
 * @param level largest error of a level
 * @param symmetric whether the error of a level is that of the larger of the two ratios of prediction and measurement, so that
 *     half and twice the measurement are equally wrong
 * @param effect largest relative error of an effect
 */
record Measure(String unit, double scale, double level, boolean symmetric, double effect) {
    /** Mean latency, in nanoseconds. */
    static final Measure MEAN = latency(0.20, false);
    /** Median latency, in nanoseconds. */
    static final Measure P50 = latency(0.25, false);
    /** 99th percentile of a latency, in nanoseconds: within a factor of 1.5. */
    static final Measure P99 = latency(0.50, true);

    /** Largest error of the busy time and the operations of disks: that of the bytes that they read. */
    static final double OPERATIONS = 0.10;

    private static final double MEGA = 1e6;
    private static final double BYTES_EFFECT = 0.10;
    private static final double LATENCY_EFFECT = 0.25;

    private static Measure latency(double level, boolean symmetric) {
        return new Measure("ms", MEGA, level, symmetric, LATENCY_EFFECT);
    }

    /**
     * Returns the measure of bytes.
     *
     * @param level largest relative error of a level
     */
    static Measure bytes(double level) {
        return new Measure("MB", MEGA, level, false, BYTES_EFFECT);
    }

    /** Returns the error of a predicted level. */
    double levelError(double predicted, double measured) {
        return symmetric
                ? Math.max(predicted / measured, measured / predicted) - 1
                : relativeError(predicted, measured);
    }

    /** Returns the error relative to the measurement. */
    static double relativeError(double predicted, double measured) {
        return Math.abs(predicted - measured) / Math.abs(measured);
    }
}
