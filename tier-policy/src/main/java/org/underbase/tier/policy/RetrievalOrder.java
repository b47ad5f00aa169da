package org.underbase.tier.policy;

import java.util.random.RandomGenerator;

/**
 * Weighted random order without replacement: the first place is drawn with probability proportional to weight, the second
 * among those left, and so on. By the keys of Efraimidis and Spirakis (2006): sorted by an exponential variate divided by
 * the weight. Thread-safe; the random is the caller's.
 */
public final class RetrievalOrder {
    private RetrievalOrder() {}

    /**
     * Sorts {@code items[0..length)} into a random order by weight.
     *
     * @param weights of the items, each finite and above 0; sorted along, so its content is spent afterwards
     * @throws IllegalArgumentException when a weight is not finite or not above 0
     */
    public static <T> void shuffle(T[] items, double[] weights, int length, RandomGenerator random) {
        for (int i = 0; i < length; i++) {
            double weight = weights[i];
            if (!(weight > 0) || Double.isInfinite(weight)) {
                throw new IllegalArgumentException("a weight should be a number above 0, not " + weight);
            }
            double key = -Math.log1p(-random.nextDouble()) / weight;
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
