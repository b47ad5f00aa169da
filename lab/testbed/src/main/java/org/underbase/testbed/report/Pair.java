package org.underbase.testbed.report;

/** One measurement of ours and one of stock, made next to each other; same unit. */
public record Pair(double ours, double stock) {
    /**
     * @throws IllegalArgumentException when stock is not above zero or ours is negative: nothing was measured
     */
    public Pair {
        if (!(stock > 0) || !(ours >= 0)) {
            throw new IllegalArgumentException("not measured: ours " + ours + ", stock " + stock);
        }
    }

    /** Ours over stock: 1 is equal. */
    public double ratio() {
        return ours / stock;
    }
}
