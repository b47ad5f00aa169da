package org.underbase.bench.prediction;

/**
 * Prediction from the trace of a stock cluster.
 *
 * @param feature name of the feature, which is unique in a run of the benchmark
 * @param stock values without the feature
 * @param predicted values with the feature
 * @param inProportion values with the feature if they changed in proportion to bytes only
 * @param spread differences that random decisions explain
 */
record Prediction(String feature, Values stock, Values predicted, Values inProportion, Spread spread) {
    /** Creates a prediction without random decisions. */
    Prediction(String feature, Values stock, Values predicted, Values inProportion) {
        this(feature, stock, predicted, inProportion, Spread.NONE);
    }
}
