package org.underbase.testbed.report;

import java.util.List;

/** Order of the two sides of a pair. It alternates, so that neither side always runs after the other. */
public enum Order {
    /** Underbase, then stock. */
    UNDERBASE_FIRST,
    /** Stock, then Underbase. */
    STOCK_FIRST;

    /**
     * Returns the order of a pair.
     *
     * @param index number of the pair, from 0
     */
    public static Order of(int index) {
        return index % 2 == 0 ? UNDERBASE_FIRST : STOCK_FIRST;
    }

    /** Returns for each side, in the order in which they run, whether it is Underbase. */
    public List<Boolean> sides() {
        return List.of(this == UNDERBASE_FIRST, this == STOCK_FIRST);
    }

    /**
     * Measurement of one side.
     *
     * @param <E> exception of a failed measurement
     */
    @FunctionalInterface
    public interface Side<E extends Exception> {
        /**
         * Measures a side.
         *
         * @param underbase whether to measure Underbase; otherwise stock
         * @return the measurement
         * @throws E if the measurement fails
         */
        double run(boolean underbase) throws E;
    }

    /**
     * Measures both sides in this order.
     *
     * @param side the measurement
     * @param <E> exception of a failed measurement
     * @throws E if a measurement fails
     */
    public <E extends Exception> Pair pair(Side<E> side) throws E {
        boolean underbaseFirst = this == UNDERBASE_FIRST;
        double first = side.run(underbaseFirst);
        double second = side.run(!underbaseFirst);
        return underbaseFirst ? new Pair(first, second) : new Pair(second, first);
    }
}
