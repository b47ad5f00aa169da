package org.underbase.analysis.compare;

/** Sums and distributions over all units of a trace, each unit with a weight. */
final class Totals {
    private final long[] sums;
    private final long[][] values;
    private final long[][] counts;

    /**
     * @param sums the sums, by their index
     * @param values distinct values of each distribution, ascending
     * @param counts count of each value
     */
    Totals(long[] sums, long[][] values, long[][] counts) {
        this.sums = sums;
        this.values = values;
        this.counts = counts;
    }

    double get(Sum sum) {
        return sums[sum.index()];
    }

    double quantile(Shape shape, double share) {
        long[] of = counts[shape.index()];
        double total = 0;
        for (long count : of) {
            total += count;
        }
        double rank = Math.max(1, Math.ceil(share * total));
        double soFar = 0;
        for (int i = 0; i < of.length; i++) {
            soFar += of[i];
            if (soFar >= rank) {
                return values[shape.index()][i];
            }
        }
        return Double.NaN;
    }
}
