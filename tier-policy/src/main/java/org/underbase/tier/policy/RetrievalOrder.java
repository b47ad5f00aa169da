package org.underbase.tier.policy;

import java.util.Objects;
import java.util.random.RandomGenerator;

/**
 * Weighted random order without replacement: the first place is drawn with probability proportional to weight, the second
 * among those left, and so on. By the keys of Efraimidis and Spirakis (2006): sorted by an exponential variate divided by
 * the weight. Thread-safe; the random is the caller's.
 */
public final class RetrievalOrder {
    /** The least weight: a variate of up to 37 divided by it must not overflow, or small weights would tie. */
    private static final double LEAST = 1e-300;

    private RetrievalOrder() {}

    /**
     * Sorts {@code items[0..length)} into a random order by weight.
     *
     * @param weights of the items, each finite and at least 1e-300; its content is spent afterwards
     * @throws IllegalArgumentException when one of the weights is not; nothing is changed then
     * @throws IndexOutOfBoundsException when there are fewer items or weights than {@code length}
     */
    public static <T> void shuffle(T[] items, double[] weights, int length, RandomGenerator random) {
        Objects.checkFromIndexSize(0, length, Math.min(items.length, weights.length));
        for (int i = 0; i < length; i++) {
            if (!(weights[i] >= LEAST) || weights[i] == Double.POSITIVE_INFINITY) {
                throw new IllegalArgumentException("a weight should be a number above 0, not " + weights[i]);
            }
        }
        for (int i = 0; i < length; i++) {
            // Exact, since the draw is a multiple of 2^-53; and unlike log1p, log is a single instruction or few.
            double key = -Math.log(1 - random.nextDouble()) / weights[i];
            T item = items[i];
            // Insertion: a block has a handful of replicas.
            int place = i;
            while (place > 0 && weights[place - 1] > key) {
                weights[place] = weights[place - 1];
                items[place] = items[place - 1];
                place--;
            }
            weights[place] = key;
            items[place] = item;
        }
    }
}
