package org.underbase.tier.policy;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatIllegalArgumentException;

import java.util.Arrays;
import java.util.Map;
import java.util.Optional;
import java.util.TreeMap;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.CsvSource;

/** The vectors that policies want (hatS, section III-C). */
class PlacementPolicyTest {
    private static final PlacementPolicy HYBRID = PlacementPolicy.Named.HYBRID;

    @ParameterizedTest
    @CsvSource({
        "a,       1, a=1",
        "a,       3, a=3",
        "'a,b',   1, a=1",
        "'a,b',   2, 'a=1,b=1'",
        "'a,b',   3, 'a=1,b=2'",
        "'a,b,c', 1, a=1",
        "'a,b,c', 2, 'a=1,c=1'",
        "'a,b,c', 3, 'a=1,b=1,c=1'",
        "'a,b,c', 5, 'a=1,b=1,c=3'"
    })
    void fastestThenSlowestThenOneBetween(String names, int replication, String wanted) {
        TierNames tiers = TierNames.parse(names);
        boolean[] populated = new boolean[tiers.size()];
        Arrays.fill(populated, true);
        for (PlacementPolicy policy : new PlacementPolicy[] {HYBRID, PlacementPolicy.Named.TIER_AWARE}) {
            assertThat(policy.wanted(tiers, populated, replication, 7))
                    .contains(ReplicaVector.parse(wanted).on(tiers));
        }
    }

    @Test
    void tiersWithoutDataNodesAreNotUsed() {
        TierNames tiers = TierNames.parse("a,b,c,d");
        assertThat(HYBRID.wanted(tiers, new boolean[] {false, true, false, true}, 3, 7))
                .contains(ReplicaVector.parse("b=1,d=2").on(tiers));
        assertThat(HYBRID.wanted(tiers, new boolean[4], 3, 7)).isEmpty();
    }

    @Test
    void withMoreThanThreeTiersTheOneBetweenIsTheFilesOwnAndSpread() {
        TierNames tiers = TierNames.parse("a,b,c,d,e,f");
        boolean[] populated = {true, true, true, true, true, true};
        Map<Integer, Integer> between = new TreeMap<>();
        for (long file = 16_386; file < 16_386 + 40_000; file++) {
            Optional<TierCounts> wanted = HYBRID.wanted(tiers, populated, 3, file);
            assertThat(HYBRID.wanted(tiers, populated, 3, file)).isEqualTo(wanted);
            for (int rank = 1; rank < 5; rank++) {
                between.merge(rank, wanted.orElseThrow().of(rank), Integer::sum);
            }
        }
        assertThat(between.values()).hasSize(4).allSatisfy(n -> assertThat(n).isBetween(9_600, 10_400));
    }

    @Test
    void vectorsFitTheReplication() {
        TierNames tiers = TierNames.parse("a,b,c");
        PlacementPolicy vector = PlacementPolicy.parse("a=1,c=2", tiers);
        boolean[] none = new boolean[3];
        assertThat(vector.wanted(tiers, none, 3, 7))
                .contains(ReplicaVector.parse("a=1,c=2").on(tiers));
        assertThat(vector.wanted(tiers, none, 1, 7))
                .contains(ReplicaVector.parse("a=1").on(tiers));
        assertThat(vector.wanted(tiers, none, 5, 7))
                .contains(ReplicaVector.parse("a=1,c=4").on(tiers));
    }

    @Test
    void landingPrefersTheFastestTierUntilTheFileIsClosed() {
        TierNames tiers = TierNames.parse("a,b,c");
        PlacementPolicy landing = PlacementPolicy.parse("landing:hybrid", tiers);
        boolean[] all = {true, true, true};
        assertThat(landing.landing(all, 3)).contains(ReplicaVector.parse("a=3").on(tiers));
        assertThat(landing.landing(new boolean[] {false, true, true}, 2))
                .contains(ReplicaVector.parse("b=2").on(tiers));
        assertThat(landing.landing(new boolean[3], 3)).isEmpty();
        assertThat(landing.wanted(tiers, all, 3, 7)).isEqualTo(HYBRID.wanted(tiers, all, 3, 7));
        assertThat(landing.rackAware()).isTrue();
        assertThat(new PlacementPolicy.Landing(PlacementPolicy.Named.TIER_AWARE).rackAware())
                .isFalse();
        assertThat(landing.vector()).isEmpty();
        assertThat(HYBRID.landing(all, 3)).isEmpty();
        PlacementPolicy vector = PlacementPolicy.parse("landing:a=1,c=2", tiers);
        assertThat(vector.vector()).contains(ReplicaVector.parse("a=1,c=2"));
        assertThat(vector.wanted(tiers, all, 3, 7))
                .contains(ReplicaVector.parse("a=1,c=2").on(tiers));
    }

    @ParameterizedTest
    @CsvSource({"landing:network-aware", "landing:random", "landing:landing:hybrid", "landing:", "landing:fast"})
    void landingNeedsAPolicyWithTiers(String text) {
        assertThatIllegalArgumentException()
                .isThrownBy(() -> PlacementPolicy.parse(text, TierNames.parse("a,b")))
                .withMessageContaining("is not a policy");
    }

    @Test
    void networkAwareAndRandomWantNoTiers() {
        TierNames tiers = TierNames.parse("a,b");
        boolean[] populated = {true, true};
        assertThat(PlacementPolicy.Named.NETWORK_AWARE.wanted(tiers, populated, 3, 7))
                .isEmpty();
        assertThat(PlacementPolicy.Named.RANDOM.wanted(tiers, populated, 3, 7)).isEmpty();
        assertThatIllegalArgumentException().isThrownBy(() -> HYBRID.wanted(tiers, populated, 0, 7));
        assertThatIllegalArgumentException().isThrownBy(() -> HYBRID.wanted(tiers, new boolean[3], 1, 7));
    }
}
