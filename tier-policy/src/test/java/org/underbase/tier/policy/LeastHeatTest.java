package org.underbase.tier.policy;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.within;

import org.junit.jupiter.api.Test;

class LeastHeatTest {
    private static final int FILES = 500;
    private static final int READS = 20_000;
    private static final long HALF_LIFE = 5_000;

    @Test
    void readsCountHalfAfterEachHalfLife() {
        DecayedReads reads = DecayedReads.NONE.plusRead(1000, 100).plusRead(1100, 100);
        assertThat(reads.at(1100, 100)).isEqualTo(1.5, within(1e-9));
        assertThat(reads.at(1300, 100)).isEqualTo(0.375, within(1e-9));
        assertThat(reads.at(900, 100)).as("a step of the clock").isEqualTo(1.5, within(1e-9));
        assertThat(reads.plusRead(900, 100)).isEqualTo(new DecayedReads(2.5, 1100));
        assertThat(DecayedReads.NONE.at(Long.MAX_VALUE, 1)).isZero();
    }

    @Test
    void changeCountsAsAReadAndTheAccessTimeReplacesForgottenReads() {
        FileHeat written = FileHeat.of(DecayedReads.NONE, 1000, 1000, 7, 1100, 100);
        assertThat(written).isEqualTo(new FileHeat(1000, 1000, 0.5, 7));
        FileHeat forgotten = FileHeat.of(DecayedReads.NONE, 1100, 1000, 7, 1100, 100);
        assertThat(forgotten).isEqualTo(new FileHeat(1100, 1000, 1.5, 7));
        FileHeat known = FileHeat.of(new DecayedReads(3, 1000), 900, 900, 7, 1100, 100);
        assertThat(known).isEqualTo(new FileHeat(1000, 900, 1.75, 7));
        assertThat(new LeastHeat().worth(known, 1100)).isEqualTo(1.75);
    }

    @Test
    void heatHitsMoreBytesThanLruAtEqualCapacity() {
        Interval ratio = Interval.of(seed -> {
            CacheSimulation heat = new CacheSimulation(FILES, seed);
            long capacity = heat.totalBytes() / 10;
            double ours = heat.hitShare(new LeastHeat(), HALF_LIFE, capacity, READS, 25);
            // LRU is also compared with more frequent changes.
            LeastRecentlyUsed lru = new LeastRecentlyUsed();
            double asOften = new CacheSimulation(FILES, seed).hitShare(lru, HALF_LIFE, capacity, READS, 25);
            double moreOften = new CacheSimulation(FILES, seed).hitShare(lru, HALF_LIFE, capacity, READS, 5);
            return ours / Math.max(asOften, moreOften);
        });
        assertThat(ratio.lower()).as("%s, seed %s", ratio, Seeds.seed()).isGreaterThan(1.05);
    }
}
