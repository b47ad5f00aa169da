package org.underbase.sim.policy;

import static org.assertj.core.api.Assertions.assertThat;

import java.util.ArrayList;
import java.util.List;
import java.util.SplittableRandom;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.EnumSource;
import org.junit.jupiter.params.provider.EnumSource.Mode;
import org.junit.jupiter.params.provider.ValueSource;
import org.underbase.sim.cache.CacheCase;

class EvictionPolicyTest {
    private static final int CASES = 5_000;
    private static final int SIZE = 100;

    @Test
    void policiesEqualSimulationsWithCollections() {
        for (long seed = 0; seed < CASES; seed++) {
            assertThat(PolicyOracle.differences(CacheCase.of(seed)))
                    .as("seed %d", seed)
                    .isEmpty();
        }
    }

    /** Skewed accesses to more pages than the history of any policy, so that all limits are reached. */
    @ParameterizedTest
    @EnumSource(mode = Mode.EXCLUDE, names = "OPT")
    void manyPagesReachTheLimitsOfTheHistory(Eviction eviction) {
        SplittableRandom random = new SplittableRandom(11);
        EvictionPolicy policy = eviction.create(SIZE);
        EvictionPolicy naive = PolicyOracle.naive(eviction, SIZE);
        for (int i = 0; i < 30_000; i++) {
            double drawn = random.nextDouble();
            long page = (long) (20 * SIZE * drawn * drawn * drawn);
            if (random.nextInt(20) == 0) {
                policy.delete(page);
                naive.delete(page);
            }
            assertThat(policy.access(page)).as("access %d", i).isEqualTo(naive.access(page));
        }
        policy.check();
    }

    @ParameterizedTest
    @ValueSource(ints = {1, 2, 10, SIZE, 10 * SIZE})
    void optEqualsBeladysAlgorithmWithManyPages(int size) {
        SplittableRandom random = new SplittableRandom(12);
        List<NaiveOpt.Access> accesses = new ArrayList<>();
        for (int i = 0; i < 30_000; i++) {
            double drawn = random.nextDouble();
            // Scans between accesses to popular pages.
            long page = i % 3_000 < 1_000 ? 20 * SIZE + i % 1_500 : (long) (20 * SIZE * drawn * drawn * drawn);
            accesses.add(new NaiveOpt.Access(page, random.nextInt(20) == 0));
        }

        assertThat(PolicyOracle.optDifferences(accesses, size)).isEmpty();
    }

    @ParameterizedTest
    @EnumSource
    void deletedPagesFreeTheirSpace(Eviction eviction) {
        EvictionPolicy policy = eviction.create(SIZE);
        for (int page = 0; page < SIZE; page++) {
            policy.access(page);
        }
        for (int page = 0; page < SIZE / 2; page++) {
            policy.delete(page);
        }
        for (int page = SIZE; page < SIZE + SIZE / 2; page++) {
            assertThat(policy.access(page)).isFalse();
        }
        for (int page = SIZE / 2; page < SIZE + SIZE / 2; page++) {
            assertThat(policy.access(page)).as("page %d", page).isTrue();
        }
    }

    @Test
    void aScanDoesNotEvictPagesThatAreReadAgain() {
        for (Eviction eviction : Eviction.values()) {
            EvictionPolicy policy = eviction.create(SIZE);
            for (int round = 0; round < 4; round++) {
                for (int page = 0; page < SIZE / 2; page++) {
                    policy.access(page);
                }
            }
            for (int page = SIZE; page < 3 * SIZE; page++) {
                policy.access(page);
            }
            int hits = 0;
            for (int page = 0; page < SIZE / 2; page++) {
                hits += policy.access(page) ? 1 : 0;
            }
            assertThat(hits).as(eviction.label()).isEqualTo(SIZE / 2);
        }
    }

    @Test
    void theSketchCountsAtMost15AndForgets() {
        FrequencySketch sketch = new FrequencySketch(SIZE);
        for (int page = 0; page < 10; page++) {
            for (int i = 0; i <= page; i++) {
                sketch.increment(page);
            }
        }
        for (int i = 0; i < 20; i++) {
            sketch.increment(10);
        }
        for (int page = 0; page < 10; page++) {
            assertThat(sketch.frequency(page)).as("page %d", page).isEqualTo(page + 1);
        }
        assertThat(sketch.frequency(10)).isEqualTo(15);
        assertThat(sketch.frequency(11)).isZero();

        for (int i = 75; i < 10 * SIZE; i++) {
            sketch.increment(11);
        }
        assertThat(sketch.frequency(9)).as("after 1,000 accesses").isEqualTo(5);
        assertThat(sketch.frequency(11)).isEqualTo(7);
    }
}
