package org.underbase.tier.policy;

import java.util.Optional;
import java.util.function.Predicate;
import java.util.random.RandomGenerator;

/** Random pick of a node: a few random tries, then a scan from a random start, so that it finds every suitable node. */
public final class RandomPick {
    private static final int TRIES = 8;

    private RandomPick() {}

    /**
     * Picks a node.
     *
     * @param nodes candidates
     * @param suits whether a candidate can be picked
     * @param random source of randomness
     * @return the node; empty if no candidate suits
     */
    public static <N> Optional<N> of(N[] nodes, Predicate<N> suits, RandomGenerator random) {
        if (nodes.length == 0) {
            return Optional.empty();
        }
        for (int i = 0; i < TRIES; i++) {
            N node = nodes[random.nextInt(nodes.length)];
            if (suits.test(node)) {
                return Optional.of(node);
            }
        }
        int start = random.nextInt(nodes.length);
        for (int i = 0; i < nodes.length; i++) {
            N node = nodes[(start + i) % nodes.length];
            if (suits.test(node)) {
                return Optional.of(node);
            }
        }
        return Optional.empty();
    }
}
