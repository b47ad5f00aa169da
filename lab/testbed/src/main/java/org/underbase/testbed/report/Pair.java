package org.underbase.testbed.report;

/**
 * Measurements of Underbase and stock that ran directly after each other, in the same unit.
 *
 * @param underbase measurement of Underbase, at least 0
 * @param stock measurement of the stock side, above 0
 */
public record Pair(double underbase, double stock) {
    /** @throws IllegalArgumentException if a value is out of range, that is, was not measured */
    public Pair {
        if (!(stock > 0) || !(underbase >= 0)) {
            throw new IllegalArgumentException("invalid pair: underbase " + underbase + ", stock " + stock);
        }
    }

    /** Returns Underbase/stock: 1 if they are equal. */
    public double ratio() {
        return underbase / stock;
    }
}
