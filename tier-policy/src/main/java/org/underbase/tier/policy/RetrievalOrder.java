package org.underbase.tier.policy;

import java.util.Objects;
import java.util.random.RandomGenerator;

/**
 * Weighted random order without replacement: the first position is drawn with probability proportional to weight, the second
 * among the rest, and so on. It uses the keys of Efraimidis and Spirakis (2006): exponential variates divided by the weights.
 * Thread-safe; the caller passes the source of randomness.
 */
public final class RetrievalOrder {
    /** Minimum weight: a variate of up to 37 divided by it must not overflow, otherwise small weights would tie. */
    private static final double LEAST = 1e-300;

    private RetrievalOrder() {}

    /**
     * Sorts {@code items[0..length)} into a random order by weight.
     *
     * @param items items to sort
     * @param weights weights of the items, each finite and at least 1e-300; overwritten
     * @param length number of items to sort
     * @param random source of randomness
     * @throws IllegalArgumentException if a weight is invalid; the items are unchanged then
     * @throws IndexOutOfBoundsException if there are fewer items or weights than {@code length}
     */
    public static <T> void shuffle(T[] items, double[] weights, int length, RandomGenerator random) {
        Objects.checkFromIndexSize(0, length, Math.min(items.length, weights.length));
        for (int i = 0; i < length; i++) {
            if (!(weights[i] >= LEAST) || weights[i] == Double.POSITIVE_INFINITY) {
                throw new IllegalArgumentException(
                        "invalid weight " + weights[i] + ": must be a finite number above 0");
            }
        }
        for (int i = 0; i < length; i++) {
            // Exact, because the variate is a multiple of 2^-53; log is faster than log1p.
            double key = -Math.log(1 - random.nextDouble()) / weights[i];
            T item = items[i];
            // Insertion sort, because a block has few replicas.
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
