package org.underbase.tier.policy;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatIllegalArgumentException;

import java.util.Random;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.CsvSource;

class TierCountsTest {
    private static final TierNames TIERS = TierNames.parse("a,b,c");

    @ParameterizedTest
    @CsvSource({
        "'a=1,c=2',       3, 'a=1,c=2'",
        "'a=1,c=2',       5, 'a=1,c=4'",
        "'a=1,c=2',       2, 'a=1,c=1'",
        "'a=1,c=2',       1, a=1",
        "'a=1,any=2',     2, 'a=1,any=1'",
        "'a=1,any=2',     5, 'a=1,any=4'",
        "'a=1,b=1,any=1', 1, a=1",
        "'b=3,c=1',       2, 'b=1,c=1'",
        "any=3,           2, any=2"
    })
    void fitsByOneRule(String vector, int replication, String fitted) {
        assertThat(ReplicaVector.parse(vector).on(TIERS).fit(replication))
                .isEqualTo(ReplicaVector.parse(fitted).on(TIERS));
    }

    @Test
    void fitsStepByStepAsAtOnce() {
        Random random = new Random(Seeds.seed());
        for (int i = 0; i < 10_000; i++) {
            TierCounts counts = PlacementCase.vector(random, TIERS).on(TIERS);
            int fewer = random.nextInt(counts.sum() + 1);
            int between = fewer + random.nextInt(counts.sum() - fewer + 1);
            assertThat(counts.fit(fewer).sum()).isEqualTo(fewer);
            assertThat(counts.fit(between).fit(fewer))
                    .as("seed %s: %s", Seeds.seed(), counts)
                    .isEqualTo(counts.fit(fewer));
            assertThat(counts.fit(counts.sum() + 3).fit(counts.sum() + 5)).isEqualTo(counts.fit(counts.sum() + 5));
        }
    }

    @ParameterizedTest
    @CsvSource({
        "'a=1,c=2', 'a=2,c=1', true",
        "'a=1,c=2', 'a=2,c=2', true",
        "'a=1,c=2', 'b=1,c=2', false",
        "'b=1,c=2', 'a=1,c=2', true",
        "'a=1,b=1', 'b=3',     true",
        "'a=2,b=1', 'a=1,b=2', false",
        "'a=1,c=1', 'a=1,c=3', false",
        "any=3,     c=3,       false",
        "any=3,     'b=1,c=2', true"
    })
    void isFasterOnlyWithMoreReplicasOnFastTiers(String before, String after, boolean faster) {
        assertThat(ReplicaVector.parse(after)
                        .on(TIERS)
                        .isFasterThan(ReplicaVector.parse(before).on(TIERS)))
                .isEqualTo(faster);
    }

    @Test
    void nothingStaysNothingAndNegativeIsRefused() {
        assertThat(TierCounts.none(2).fit(0)).isEqualTo(TierCounts.none(2));
        assertThat(TierCounts.none(2).fit(3).any()).isEqualTo(3);
        assertThatIllegalArgumentException().isThrownBy(() -> TierCounts.none(2).fit(-1));
    }
}
