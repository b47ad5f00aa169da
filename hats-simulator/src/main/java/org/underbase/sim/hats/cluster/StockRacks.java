package org.underbase.sim.hats.cluster;

import java.util.random.RandomGenerator;
import org.underbase.tier.policy.PlacementPlanner;

/**
 * Random choices of a planner of stock HDFS. {@link PlacementPlanner} draws whether the third replica is on the rack of the
 * first replica ({@code nextBoolean} is true) or of the second; HDFS's BlockPlacementPolicyDefault takes that of the second.
 *
 * @param random source of the other choices
 */
record StockRacks(RandomGenerator random) implements RandomGenerator {
    @Override
    public boolean nextBoolean() {
        return false;
    }

    @Override
    public int nextInt(int bound) {
        return random.nextInt(bound);
    }

    @Override
    public long nextLong() {
        return random.nextLong();
    }
}
