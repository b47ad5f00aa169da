package org.underbase.tier.namenode.placement;

import java.util.SplittableRandom;
import java.util.random.RandomGenerator;
import org.underbase.tier.namenode.retrieval.TierTopology;

/** The NameNode's classes with a source of random choices that a test seeds. */
final class SeededDecisions {
    private static volatile RandomGenerator random = new SplittableRandom(0);

    private SeededDecisions() {}

    static void seed(long seed) {
        random = new SplittableRandom(seed);
    }

    /** Placement of a NameNode. */
    public static final class Placement extends TierPlacement {
        @Override
        protected RandomGenerator random() {
            return random;
        }
    }

    /** Topology of a NameNode. */
    public static final class Topology extends TierTopology {
        @Override
        protected RandomGenerator random() {
            return random;
        }
    }
}
