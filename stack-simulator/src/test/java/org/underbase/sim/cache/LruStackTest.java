package org.underbase.sim.cache;

import static org.assertj.core.api.Assertions.assertThat;

import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.EnumSource;

class LruStackTest {
    private static final int CASES = 400;

    @ParameterizedTest
    @EnumSource
    void stackEqualsPageLevelCachesOfEverySize(StackOracle.Policy policy) {
        for (long seed = 0; seed < CASES; seed++) {
            assertThat(StackOracle.differences(CacheCase.of(seed), policy))
                    .as("seed %d", seed)
                    .isEmpty();
        }
    }

    @Test
    void aDeletionLiftsNoPageIntoACacheThatEvictedIt() {
        StackCounts counts = new StackCounts(new int[] {2, 3}, 1);
        LruStack stack = new LruStack(10, counts);
        stack.touch(1, 0, 1);
        stack.touch(2, 0, 2);
        stack.delete(2, 0, 2);

        stack.touch(1, 0, 1);

        assertThat(counts.hits(0, 0)).as("2 pages").isZero();
        assertThat(counts.hits(0, 1)).as("3 pages").isOne();
    }

    @Test
    void countsSurviveRenumbering() {
        int files = 5_000;
        StackCounts counts = new StackCounts(new int[] {10 * files - 1, 10 * files}, 1);
        LruStack stack = new LruStack(20 * files, counts);
        for (int round = 0; round < 3; round++) {
            for (int file = 0; file < files; file++) {
                stack.touch(file, 0, 10);
            }
        }

        assertThat(counts.hits(0, 0)).as("a loop through one page too many").isZero();
        assertThat(counts.hits(0, 1)).isEqualTo(20L * files);
    }
}
