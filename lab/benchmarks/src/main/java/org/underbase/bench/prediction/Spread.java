package org.underbase.bench.prediction;

/**
 * Differences between prediction and measurement that random decisions explain, such as the placement of replicas.
 *
 * @param stock spread of values without the feature
 * @param feature spread of values with the feature
 */
record Spread(Values stock, Values feature) {
    static final Spread NONE = new Spread(new Values(), new Values());

    /** Returns the spread of stock clusters alone. */
    Spread ofStock() {
        return new Spread(stock, stock);
    }

    double level(Quantity quantity) {
        return feature.of(quantity);
    }

    double effect(Quantity quantity) {
        return Math.hypot(stock.of(quantity), feature.of(quantity));
    }
}
