package org.underbase.workload.random;

/** Pearson's chi-squared test of goodness of fit. */
public final class ChiSquare {
    private ChiSquare() {}

    /** Computes the statistic of counts for expected fractions that add up to one. */
    public static double of(long[] counts, double[] shares) {
        long total = 0;
        for (long count : counts) {
            total += count;
        }
        double sum = 0;
        for (int i = 0; i < counts.length; i++) {
            double expected = total * shares[i];
            sum += (counts[i] - expected) * (counts[i] - expected) / expected;
        }
        return sum;
    }

    static double uniform(long[] counts) {
        double[] shares = new double[counts.length];
        java.util.Arrays.fill(shares, 1.0 / counts.length);
        return of(counts, shares);
    }
}
