package org.underbase.tier.policy;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatIllegalArgumentException;
import static org.assertj.core.api.Assertions.within;

import java.util.ArrayList;
import java.util.HashSet;
import java.util.List;
import java.util.Optional;
import java.util.Random;
import java.util.Set;
import org.junit.jupiter.api.Test;
import org.underbase.tier.policy.SimulatedCluster.Node;

/** The rules of hatS, section III-C, on clusters small enough to follow. */
class PlacementPlannerTest {
    private static final int FAST = 0;
    private static final int MIDDLE = 1;
    private static final int SLOW = 2;
    private static final TierCounts ONE_EACH =
            TierCounts.none(3).plus(FAST, 1).plus(MIDDLE, 1).plus(SLOW, 1);

    private final long seed = Seeds.seed();
    private final Random random = new Random(seed);
    private final List<Node> nodes = new ArrayList<>();

    @Test
    void hybridIsLocalThenElsewhereThenNearOneOfTheTwo() {
        threeRacksOfNineHosts();
        ReplicaLocation writer = location(SLOW, "/b", "b5");
        for (int i = 0; i < 1_000; i++) {
            PlacementPlanner.Outcome outcome = place(true, false, ONE_EACH, List.of(), 3, Optional.of(writer));
            assertThat(outcome.worst()).isEqualTo(Degradation.NONE);
            ReplicaLocation first = outcome.placed().get(0);
            ReplicaLocation second = outcome.placed().get(1);
            ReplicaLocation third = outcome.placed().get(2);
            assertThat(first).isEqualTo(writer);
            assertThat(second.rack()).isNotEqualTo(first.rack());
            assertThat(second.tier()).as("the slowest that is still wanted").isEqualTo(MIDDLE);
            assertThat(third.tier()).isEqualTo(FAST);
            assertThat(third.rack()).isIn(first.rack(), second.rack());
        }
    }

    @Test
    void hybridWithoutAWriterBeginsOnTheFastest() {
        threeRacksOfNineHosts();
        PlacementPlanner.Outcome outcome = place(true, false, ONE_EACH, List.of(), 3, Optional.empty());
        assertThat(outcome.placed()).extracting(ReplicaLocation::tier).containsExactly(FAST, SLOW, MIDDLE);
    }

    @Test
    void tierAwareInASingleRackIsNoneOfItsConcern() {
        threeRacksOfNineHosts();
        int[] inRack = new int[3];
        int oneRack = 0;
        int draws = 30_000;
        for (int i = 0; i < draws; i++) {
            List<ReplicaLocation> placed = place(
                            false, true, ONE_EACH, List.of(), 3, Optional.of(location(SLOW, "/b", "b5")))
                    .placed();
            assertThat(placed).extracting(ReplicaLocation::tier).containsExactly(FAST, SLOW, MIDDLE);
            placed.forEach(location -> inRack["/a/b/c".indexOf(location.rack()) / 2]++);
            oneRack += racks(placed) == 1 ? 1 : 0;
        }
        assertThat(inRack).as("seed %s", seed).satisfies(racks -> {
            for (int count : racks) {
                assertThat(count).isBetween(draws - draws / 50, draws + draws / 50);
            }
        });
        // 8 of 26 other hosts are in the rack of the first, 3 of these 8 have the middle tier: 8/26 (3/8 x 2/8 + 5/8 x
        // 3/9).
        assertThat(oneRack / (double) draws).as("seed %s", seed).isCloseTo(0.0929, within(0.008));
    }

    @Test
    void withoutThatSwitchAllPoliciesAreOnTwoRacks() {
        threeRacksOfNineHosts();
        TierCounts anywhere = TierCounts.none(3).plus(TierNames.UNKNOWN, 3);
        for (int i = 0; i < 5_000; i++) {
            assertThat(racks(place(false, false, ONE_EACH, List.of(), 3, Optional.empty())
                            .placed()))
                    .isGreaterThan(1);
            assertThat(racks(place(false, false, anywhere, List.of(), 3, Optional.empty())
                            .placed()))
                    .isGreaterThan(1);
        }
    }

    @Test
    void aFastTierInOneRackKeepsThirdReplicasNear() {
        for (int host = 0; host < 5; host++) {
            node(FAST, "/a", "a" + host);
            for (String rack : List.of("a", "b", "c")) {
                node(SLOW, "/" + rack, rack + host);
            }
        }
        TierCounts wanted = TierCounts.none(3).plus(FAST, 1).plus(SLOW, 2);
        for (int i = 0; i < 1_000; i++) {
            PlacementPlanner.Outcome outcome =
                    place(true, false, wanted, List.of(), 3, Optional.of(location(SLOW, "/b", "b1")));
            assertThat(outcome.worst()).as("seed %s: %s", seed, outcome).isEqualTo(Degradation.NONE);
            assertThat(outcome.placed().get(0).host()).isEqualTo("b1");
        }
    }

    @Test
    void theWritersNodeIsSparedForTheTierThatHasNoOther() {
        node(FAST, "/a", "a1");
        node(SLOW, "/a", "a1");
        node(SLOW, "/a", "a2");
        node(SLOW, "/b", "b1");
        TierCounts wanted = TierCounts.none(3).plus(FAST, 1).plus(SLOW, 2);
        PlacementPlanner.Outcome outcome =
                place(true, false, wanted, List.of(), 3, Optional.of(location(SLOW, "/a", "a1")));
        assertThat(outcome.worst()).isEqualTo(Degradation.NONE);
        assertThat(outcome.placed())
                .contains(location(FAST, "/a", "a1"), location(SLOW, "/a", "a2"), location(SLOW, "/b", "b1"));
    }

    @Test
    void aFullTierGivesWayToTheNearestSlowerOne() {
        node(MIDDLE, "/a", "a1");
        node(SLOW, "/a", "a2");
        node(SLOW, "/b", "b1");
        node(SLOW, "/b", "b2");
        nodes.add(new Node(location(FAST, "/b", "b3"), false, true));
        TierCounts wanted = TierCounts.none(3).plus(FAST, 1).plus(SLOW, 2);
        PlacementPlanner.Outcome outcome = place(true, false, wanted, List.of(), 3, Optional.empty());
        assertThat(outcome.placed()).extracting(ReplicaLocation::tier).containsExactlyInAnyOrder(SLOW, SLOW, MIDDLE);
        assertThat(outcome.degradations())
                .containsExactlyInAnyOrder(Degradation.NONE, Degradation.NONE, Degradation.TIER);
    }

    @Test
    void nodesWithoutATierTakeOnlyWhatNoTierCan() {
        node(TierNames.UNKNOWN, "/a", "a1");
        node(TierNames.UNKNOWN, "/b", "b1");
        node(SLOW, "/a", "a2");
        TierCounts wanted = TierCounts.none(3).plus(SLOW, 1).plus(TierNames.UNKNOWN, 2);
        PlacementPlanner.Outcome outcome =
                place(true, false, wanted, List.of(), 3, Optional.of(location(-1, "/a", "a1")));
        assertThat(outcome.placed()).hasSize(3);
        assertThat(outcome.worst()).isEqualTo(Degradation.NONE);
        outcome = place(true, false, TierCounts.none(3).plus(FAST, 1), List.of(), 1, Optional.empty());
        assertThat(outcome.placed()).containsExactly(location(SLOW, "/a", "a2"));
        assertThat(outcome.degradations()).containsExactly(Degradation.TIER);
        outcome = place(true, false, TierCounts.none(3).plus(SLOW, 3), List.of(), 3, Optional.empty());
        assertThat(outcome.placed()).hasSize(3).contains(location(SLOW, "/a", "a2"));
        assertThat(outcome.degradations())
                .containsExactlyInAnyOrder(Degradation.NONE, Degradation.UNTIERED, Degradation.UNTIERED);
    }

    /** A NameNode that has just been installed has no tier information: it must not reject writes. */
    @Test
    void aClusterWithUnknownTiersPlacesOnTwoRacks() {
        for (String rack : List.of("/a", "/a", "/b", "/c")) {
            node(TierNames.UNKNOWN, rack, "h" + nodes.size());
        }
        for (int i = 0; i < 1_000; i++) {
            PlacementPlanner.Outcome outcome = place(true, false, ONE_EACH, List.of(), 3, Optional.empty());
            assertThat(outcome.placed()).hasSize(3);
            assertThat(racks(outcome.placed())).as("seed %s: %s", seed, outcome).isGreaterThan(1);
            assertThat(outcome.degradations()).containsOnly(Degradation.UNTIERED);
        }
    }

    @Test
    void reReplicationRestoresTheTierThatIsMissing() {
        threeRacksOfNineHosts();
        List<ReplicaLocation> present = List.of(location(SLOW, "/a", "a5"), location(MIDDLE, "/b", "b2"));
        for (int i = 0; i < 200; i++) {
            PlacementPlanner.Outcome outcome =
                    place(true, false, ONE_EACH, present, 1, Optional.of(location(SLOW, "/a", "a5")));
            assertThat(outcome.placed()).extracting(ReplicaLocation::tier).containsExactly(FAST);
            assertThat(outcome.placed().get(0).rack()).isIn("/a", "/b");
        }
    }

    @Test
    void moreThanWantedGoesToTheSlowestWanted() {
        threeRacksOfNineHosts();
        PlacementPlanner.Outcome outcome = place(true, false, ONE_EACH, List.of(), 5, Optional.empty());
        assertThat(outcome.placed())
                .extracting(ReplicaLocation::tier)
                .containsExactlyInAnyOrder(FAST, MIDDLE, SLOW, SLOW, SLOW);
        assertThat(outcome.worst()).isEqualTo(Degradation.NONE);
    }

    @Test
    void preferredCountsAreUsedIfTheirTierTakesAllReplicas() {
        threeRacksOfNineHosts();
        for (int i = 0; i < 100; i++) {
            List<ReplicaLocation> placed = preferring(TierCounts.none(3).plus(FAST, 3), List.of(), 3);
            assertThat(placed).extracting(ReplicaLocation::tier).containsOnly(FAST);
            assertThat(placed).extracting(ReplicaLocation::host).doesNotHaveDuplicates();
            assertThat(racks(placed)).isEqualTo(3);
        }
    }

    @Test
    void otherwiseNoReplicaFollowsThePreferredCounts() {
        threeRacksOfNineHosts();
        nodes.removeIf(node -> node.location().equals(location(FAST, "/b", "b0")));
        for (int i = 0; i < 100; i++) {
            assertThat(preferring(TierCounts.none(3).plus(FAST, 3), List.of(), 3))
                    .extracting(ReplicaLocation::tier)
                    .containsExactlyInAnyOrder(FAST, MIDDLE, SLOW);
        }
        // Replacement of a DataNode of a pipeline that began on the fast tier.
        assertThat(preferring(
                        TierCounts.none(3).plus(FAST, 3),
                        List.of(location(FAST, "/a", "a0"), location(FAST, "/c", "c0")),
                        1))
                .extracting(ReplicaLocation::tier)
                .allMatch(tier -> tier == MIDDLE || tier == SLOW)
                .hasSize(1);
    }

    private List<ReplicaLocation> preferring(TierCounts preferred, List<ReplicaLocation> present, int count) {
        SimulatedCluster cluster = new SimulatedCluster(preferred.tiers(), nodes);
        SimulatedChooser chooser = new SimulatedChooser(cluster.usable(), present, random);
        PlacementPlanner.Outcome outcome = new PlacementPlanner(cluster, true, false, random, chooser)
                .place(preferred, ONE_EACH, present, count, Optional.of(location(SLOW, "/b", "b5")));
        assertThat(outcome.worst()).isLessThan(Degradation.TIER);
        assertThat(chooser.chosen()).containsExactlyInAnyOrderElementsOf(outcome.placed());
        return outcome.placed();
    }

    @Test
    void nothingToPlaceAndNowhereToPlaceIt() {
        assertThat(place(true, false, ONE_EACH, List.of(), 3, Optional.empty()).placed())
                .isEmpty();
        threeRacksOfNineHosts();
        assertThat(place(true, false, ONE_EACH, List.of(), 0, Optional.empty()).worst())
                .isEqualTo(Degradation.NONE);
        assertThatIllegalArgumentException()
                .isThrownBy(() -> place(true, false, ONE_EACH, List.of(), -1, Optional.empty()));
    }

    /** As in the paper's testbed: in each rack one host with the fast tier, three with the middle one, all with the slow. */
    private void threeRacksOfNineHosts() {
        for (String rack : List.of("a", "b", "c")) {
            for (int host = 0; host < 9; host++) {
                node(SLOW, "/" + rack, rack + host);
                if (host == 0) {
                    node(FAST, "/" + rack, rack + host);
                } else if (host < 4) {
                    node(MIDDLE, "/" + rack, rack + host);
                }
            }
        }
    }

    private void node(int tier, String rack, String host) {
        nodes.add(new Node(location(tier, rack, host), true, true));
    }

    private static ReplicaLocation location(int tier, String rack, String host) {
        return new ReplicaLocation(tier, rack, host);
    }

    private PlacementPlanner.Outcome place(
            boolean rackAware,
            boolean singleRack,
            TierCounts wanted,
            List<ReplicaLocation> present,
            int count,
            Optional<ReplicaLocation> writer) {
        SimulatedCluster cluster = new SimulatedCluster(wanted.tiers(), nodes);
        SimulatedChooser chooser = new SimulatedChooser(cluster.usable(), present, random);
        return new PlacementPlanner(cluster, rackAware, singleRack, random, chooser)
                .place(wanted, present, count, writer);
    }

    private static int racks(List<ReplicaLocation> placed) {
        Set<String> racks = new HashSet<>();
        placed.forEach(location -> racks.add(location.rack()));
        return racks.size();
    }
}
