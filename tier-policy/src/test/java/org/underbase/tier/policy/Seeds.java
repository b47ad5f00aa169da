package org.underbase.tier.policy;

/** The seed of a test: the same every time unless {@code -Dunderbase.seed} says another. */
final class Seeds {
    private Seeds() {}

    static long seed() {
        return Long.getLong("underbase.seed", 20_140_526L);
    }
}
