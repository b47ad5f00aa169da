package org.underbase.testbed.report;

import java.util.List;

/** Which side of a pair runs first: alternates, so that neither always inherits what the other left behind. */
public enum Order {
    OURS_FIRST,
    STOCK_FIRST;

    /** The order of pair number {@code index}, counted from 0. */
    public static Order of(int index) {
        return index % 2 == 0 ? OURS_FIRST : STOCK_FIRST;
    }

    /** Whether each side, in the order in which they run, is ours. */
    public List<Boolean> sides() {
        return List.of(this == OURS_FIRST, this == STOCK_FIRST);
    }

    /** Something that is run for one side and gives a figure. */
    @FunctionalInterface
    public interface Side<E extends Exception> {
        double run(boolean ours) throws E;
    }

    /**
     * Runs both sides in this order.
     *
     * @throws E what {@code side} throws
     */
    public <E extends Exception> Pair pair(Side<E> side) throws E {
        boolean oursFirst = this == OURS_FIRST;
        double first = side.run(oursFirst);
        double second = side.run(!oursFirst);
        return oursFirst ? new Pair(first, second) : new Pair(second, first);
    }
}
