package org.underbase.bench.prediction;

/**
 * Prediction from the trace of a stock cluster.
 *
 * @param feature name of the feature, which is unique in a run of the benchmark
 * @param stock values without the feature
 * @param predicted values with the feature
 * @param inProportion values with the feature if they changed in proportion to bytes only
 */
record Prediction(String feature, Values stock, Values predicted, Values inProportion) {}
