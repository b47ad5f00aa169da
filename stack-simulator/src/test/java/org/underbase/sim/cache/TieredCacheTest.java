package org.underbase.sim.cache;

import static org.assertj.core.api.Assertions.assertThat;

import java.util.List;
import org.junit.jupiter.api.Test;
import org.underbase.sim.cache.CacheCase.Kind;
import org.underbase.sim.cache.CacheCase.Operation;

class TieredCacheTest {
    private static final int CASES = 5_000;

    @Test
    void cacheEqualsAPageLevelSimulation() {
        for (long seed = 0; seed < CASES; seed++) {
            assertThat(TieredOracle.differences(CacheCase.of(seed)))
                    .as("seed %d", seed)
                    .isEmpty();
        }
    }

    /** The promote policy: RAM is an LRU cache of its size, RAM and flash together are one of the sum. */
    @Test
    void onePassCountsEveryPairOfThePromotePolicy() {
        for (long seed = 0; seed < CASES / 10; seed++) {
            CacheCase input = CacheCase.of(seed);
            int ram = 1 + (int) (seed % 7);
            int flash = 1 + (int) (seed % 11);
            StackCounts counts = new StackCounts(new int[] {ram, ram + flash}, 1);
            LruStack stack = new LruStack(ram + flash, counts);
            TieredCache cache = new TieredCache(ram, flash, FlashPolicy.PROMOTE, (first, pages) -> {});
            replay(input, cache, stack);

            assertThat(List.of(cache.ramHits(), cache.ramHits() + cache.flashHits(), cache.flashWrites()))
                    .as("seed %d", seed)
                    .containsExactly(counts.hits(0, 0), counts.hits(0, 1), counts.evictions(0));
        }
    }

    /** The keep policy: flash receives each missed page unless it is deleted while in RAM, or still there. */
    @Test
    void flashWritesOfTheKeepPolicyFollowFromItsMisses() {
        for (long seed = 0; seed < CASES / 10; seed++) {
            CacheCase input = CacheCase.of(seed);
            int ram = 1 + (int) (seed % 7);
            int flash = 1 + (int) (seed % 11);
            TieredCache cache = new TieredCache(ram, flash, FlashPolicy.KEEP, (first, pages) -> {});
            NaiveTieredCache naive = new NaiveTieredCache(ram, flash, FlashPolicy.KEEP);
            for (Operation operation : input.operations()) {
                if (operation.kind() == Kind.DELETE) {
                    naive.delete(operation.file(), operation.first(), operation.pages());
                } else {
                    naive.touch(operation.file(), operation.first(), operation.pages());
                }
            }
            replay(input, cache, new LruStack(1, new StackCounts(new int[] {1}, 1)));

            assertThat(cache.flashWrites())
                    .as("seed %d", seed)
                    .isEqualTo(cache.misses() - naive.ramDeletions - naive.ramPages());
        }
    }

    private static void replay(CacheCase input, TieredCache cache, LruStack stack) {
        for (Operation operation : input.operations()) {
            if (operation.kind() == Kind.DELETE) {
                cache.delete(operation.file(), operation.first(), operation.pages());
                stack.delete(operation.file(), operation.first(), operation.pages());
            } else {
                cache.touch(operation.file(), operation.first(), operation.pages());
                stack.touch(operation.file(), operation.first(), operation.pages());
            }
        }
        stack.reportResidents();
    }

    @Test
    void aCrashWithoutRamLosesNothing() {
        TieredCache cache = new TieredCache(0, 10, FlashPolicy.PROMOTE, (first, pages) -> {});
        cache.touch(1, 0, 10);
        cache.crash();

        cache.touch(1, 0, 10);

        assertThat(cache.flashHits()).isEqualTo(10);
    }
}
