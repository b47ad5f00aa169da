package org.underbase.workload.random;

import java.util.Arrays;

/**
 * Table that draws an index with probability proportional to its weight, in constant time (the alias method of Walker in
 * the form of Vose, IEEE TSE 1991). Immutable, thread-safe; 12 bytes per index.
 */
public final class AliasTable {
    private final double[] keep;
    private final int[] alias;

    public AliasTable(double... weights) {
        if (weights.length == 0) {
            throw new IllegalArgumentException("no weights");
        }
        double sum = 0;
        for (double weight : weights) {
            if (!(weight >= 0) || Double.isInfinite(weight)) {
                throw new IllegalArgumentException("not a weight: " + weight);
            }
            sum += weight;
        }
        if (!(sum > 0)) {
            throw new IllegalArgumentException("all weights are zero: " + Arrays.toString(weights));
        }
        int n = weights.length;
        keep = new double[n];
        alias = new int[n];
        // Indices whose share is below the mean fill one end of the work list, the others the opposite end.
        int[] work = new int[n];
        int low = 0;
        int high = n;
        for (int i = 0; i < n; i++) {
            keep[i] = weights[i] * n / sum;
            alias[i] = i;
            if (keep[i] < 1) {
                work[low++] = i;
            } else {
                work[--high] = i;
            }
        }
        while (low > 0 && high < n) {
            int small = work[--low];
            int large = work[high];
            alias[small] = large;
            keep[large] -= 1 - keep[small];
            if (keep[large] < 1) {
                high++;
                work[low++] = large;
            }
        }
        // The remaining shares differ from one only by rounding errors.
        while (low > 0) {
            keep[work[--low]] = 1;
        }
        while (high < n) {
            keep[work[high++]] = 1;
        }
    }

    /** Creates a table of the first {@code size} ranks of Zipf's law: the weight of rank r is 1/(r+1)^exponent. */
    public static AliasTable zipf(int size, double exponent) {
        return new AliasTable(zipfWeights(size, exponent));
    }

    /** Returns the weights of {@link #zipf}. */
    public static double[] zipfWeights(int size, double exponent) {
        double[] weights = new double[size];
        for (int rank = 0; rank < size; rank++) {
            weights[rank] = StrictMath.pow(rank + 1.0, -exponent);
        }
        return weights;
    }

    public int size() {
        return keep.length;
    }

    public int draw(SeededRandom random) {
        int column = random.nextInt(keep.length);
        return random.nextDouble() < keep[column] ? column : alias[column];
    }
}
