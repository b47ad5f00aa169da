package org.underbase.bench.tiers.cache;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.within;

import org.junit.jupiter.api.Test;
import org.underbase.tier.policy.LeastHeat;
import org.underbase.tier.policy.LeastRecentlyUsed;

class CacheSimulationTest {
    private static final int SEEDS = 5;

    @Test
    void heatHitsMoreBytesThanLruWithFewerCopies() {
        for (int seed = 1; seed <= SEEDS; seed++) {
            CacheSimulation simulation = new CacheSimulation(500, 20_000, seed);
            CacheSimulation.Shares heat = simulation.planned(new LeastHeat(), 2);
            CacheSimulation.Shares lru = simulation.lru();
            CacheSimulation.Shares rounds = simulation.planned(new LeastRecentlyUsed(), 0);
            assertThat(heat.hits()).as("seed %s", seed).isGreaterThan(1.1 * Math.max(lru.hits(), rounds.hits()));
            assertThat(heat.copied()).as("seed %s", seed).isLessThan(0.5 * lru.copied());
        }
    }

    @Test
    void lruHitsWhatItHasNotReplaced() {
        CacheSimulation.Shares all = new CacheSimulation(1, 1000, 1).lru();
        assertThat(all.hits()).as("the only file is larger than the cache").isZero();
        assertThat(all.copied()).isEqualTo(1);
        CacheSimulation simulation = new CacheSimulation(500, 20_000, 1);
        CacheSimulation.Shares lru = simulation.lru();
        assertThat(lru.hits() + lru.copied()).as("each byte is a hit or a copy").isEqualTo(1, within(1e-9));
        assertThat(lru.hits()).isBetween(0.1, 0.9);
    }
}
