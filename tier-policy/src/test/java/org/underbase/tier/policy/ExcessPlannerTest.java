package org.underbase.tier.policy;

import static org.assertj.core.api.Assertions.assertThat;

import java.util.ArrayList;
import java.util.Collections;
import java.util.HashSet;
import java.util.List;
import java.util.Optional;
import java.util.Random;
import java.util.Set;
import org.junit.jupiter.api.Test;
import org.underbase.tier.policy.ExcessPlanner.Replica;

class ExcessPlannerTest {
    private static final int CASES = 10_000;
    private static final int TIERS = 4;

    private final long seed = Seeds.seed();
    private final Random random = new Random(seed);

    @Test
    void onlyACandidateIsGivenUpAndRacksComeFirst() {
        for (int i = 0; i < CASES; i++) {
            List<Replica> block = block(1 + random.nextInt(3), 0.2, 0.7);
            Optional<TierCounts> wanted = random.nextBoolean()
                    ? Optional.empty()
                    : Optional.of(counts(block).fit(2));
            Optional<Integer> victimTier =
                    random.nextBoolean() ? Optional.empty() : Optional.of(random.nextInt(TIERS + 1) - 1);
            Optional<Integer> given = ExcessPlanner.victim(block, TIERS, wanted, victimTier);
            assertThat(given.isPresent())
                    .as("a candidate is chosen if there is one, seed %s: %s", seed, block)
                    .isEqualTo(block.stream().anyMatch(Replica::candidate));
            if (given.isEmpty()) {
                continue;
            }
            assertThat(block.get(given.get()).candidate())
                    .as("it is a candidate, seed %s: %s", seed, block)
                    .isTrue();
            boolean doubled = false;
            boolean safe = false;
            for (int j = 0; j < block.size(); j++) {
                doubled |= block.get(j).candidate() && hosts(without(block, j)) == hosts(block);
                safe |= block.get(j).candidate() && racks(without(block, j)) > 1;
            }
            List<Replica> left = without(block, given.get());
            assertThat(hosts(left) == hosts(block))
                    .as("a second one on a node goes first, seed %s: %s", seed, block)
                    .isEqualTo(doubled);
            assertThat(racks(left) > 1)
                    .as("two racks stay two when they can, seed %s: %s", seed, block)
                    .isEqualTo(doubled ? racks(block) > 1 : safe);
        }
    }

    @Test
    void sameTiersInGiveTheSameTierOut() {
        for (int i = 0; i < CASES; i++) {
            List<Replica> block = spread(block(1, 0.2, 1));
            Optional<TierCounts> wanted = random.nextBoolean() ? Optional.empty() : Optional.of(someWanted(block));
            Optional<Integer> victimTier =
                    random.nextBoolean() ? Optional.empty() : Optional.of(random.nextInt(TIERS + 1) - 1);
            int tier = givenTier(block, wanted, victimTier);
            List<Replica> other = new ArrayList<>(block);
            Collections.shuffle(other, random);
            other = spread(other);
            assertThat(givenTier(other, wanted, victimTier))
                    .as("tier that loses a replica, seed %s: %s and %s", seed, block, other)
                    .isEqualTo(tier);
            boolean hasVictim = victimTier.isPresent()
                    && block.stream().anyMatch(replica -> replica.location().tier() == victimTier.get());
            if (hasVictim && wanted.isEmpty()) {
                assertThat(tier).as("the victim tier, seed %s: %s", seed, block).isEqualTo(victimTier.get());
            }
        }
    }

    @Test
    void leavesWhatFitLeaves() {
        for (int i = 0; i < CASES; i++) {
            List<Replica> block = spread(block(1, 0.1, 1));
            int given = ExcessPlanner.victim(block, TIERS, Optional.empty(), Optional.empty())
                    .orElseThrow();
            assertThat(counts(without(block, given)))
                    .as("left, seed %s: %s", seed, block)
                    .isEqualTo(counts(block).fit(block.size() - 1));
        }
    }

    @Test
    void reachesWhatIsWantedOnTwoRacksWhenThatIsPossible() {
        int possible = 0;
        for (int i = 0; i < CASES; i++) {
            List<Replica> block = block(1 + random.nextInt(4), 0.1, 1);
            TierCounts wanted = someWanted(block);
            boolean reachable = reachable(block, wanted);
            possible += reachable ? 1 : 0;
            List<Replica> left = block;
            while (left.size() > wanted.sum()) {
                left = without(
                        left,
                        ExcessPlanner.victim(left, TIERS, Optional.of(wanted), Optional.empty())
                                .orElseThrow());
            }
            if (reachable) {
                assertThat(asWanted(left, wanted) && racks(left) > 1)
                        .as("%s of %s left, wanted %s, seed %s", left, block, wanted, seed)
                        .isTrue();
            }
        }
        assertThat(possible).isBetween(CASES / 4, CASES - 1);
    }

    @Test
    void aDataNodeThatIsSilentGivesItsReplicaUpBeforeAFullerOne() {
        List<Replica> block = List.of(
                new Replica(new ReplicaLocation(0, "/a", "h1"), true, 1),
                new Replica(new ReplicaLocation(0, "/a", "h2"), true, 9, 30_000, false),
                new Replica(new ReplicaLocation(0, "/a", "h3"), true, 9, 20_000, false));

        assertThat(ExcessPlanner.victim(block, TIERS, Optional.empty(), Optional.empty()))
                .contains(1);
    }

    /** Deleting down to one replica must keep a live one, also against the order of tiers, racks and nodes. */
    @Test
    void silentDataNodesGiveUpTheirReplicasBeforeLiveOnes() {
        List<Replica> setrep = List.of(
                new Replica(new ReplicaLocation(0, "/a", "h1"), true, 9, 30_000, false),
                new Replica(new ReplicaLocation(1, "/a", "h2"), true, 9),
                new Replica(new ReplicaLocation(1, "/b", "h3"), true, 9));
        assertThat(ExcessPlanner.victim(setrep, TIERS, Optional.empty(), Optional.empty()))
                .contains(0);
        for (int i = 0; i < CASES; i++) {
            List<Replica> block = silenced(block(1 + random.nextInt(3), 0.2, 0.7));
            Optional<TierCounts> wanted = random.nextBoolean() ? Optional.empty() : Optional.of(someWanted(block));
            Optional<Integer> victimTier =
                    random.nextBoolean() ? Optional.empty() : Optional.of(random.nextInt(TIERS + 1) - 1);
            Optional<Integer> given = ExcessPlanner.victim(block, TIERS, wanted, victimTier);
            boolean silent = block.stream().anyMatch(replica -> replica.candidate() && replica.silent() > 0);
            given.ifPresent(index -> assertThat(block.get(index).silent() > 0)
                    .as("a silent one goes first, seed %s: %s", seed, block)
                    .isEqualTo(silent));
        }
    }

    /** Its tier may be a wanted one; HDFS would have to copy the replica again. */
    @Test
    void aDatanodeThatMayStillAnnounceATierKeepsItsReplicaWhileATierHasTooMany() {
        Replica later = new Replica(new ReplicaLocation(TierNames.UNKNOWN, "/c", "h4"), true, 1, 0, true);
        List<Replica> block = List.of(
                new Replica(new ReplicaLocation(0, "/a", "h1"), true, 9),
                new Replica(new ReplicaLocation(1, "/b", "h2"), true, 9),
                later);
        TierCounts both = TierCounts.none(TIERS).plus(0, 1).plus(1, 1);
        TierCounts one = TierCounts.none(TIERS).plus(0, 2);
        assertThat(ExcessPlanner.victim(block, TIERS, Optional.empty(), Optional.empty()))
                .contains(1);
        assertThat(ExcessPlanner.victim(block, TIERS, Optional.of(one), Optional.empty()))
                .contains(1);
        assertThat(ExcessPlanner.victim(block, TIERS, Optional.of(both), Optional.empty()))
                .contains(2);

        Replica without = new Replica(new ReplicaLocation(TierNames.UNKNOWN, "/d", "h5"), true, 9);
        assertThat(ExcessPlanner.victim(
                        List.of(block.get(0), later, without), TIERS, Optional.empty(), Optional.empty()))
                .as("a DataNode without a tier")
                .contains(2);
    }

    private List<Replica> silenced(List<Replica> block) {
        List<Replica> result = new ArrayList<>();
        for (Replica replica : block) {
            long silent = random.nextInt(4) == 0 ? 1 + random.nextInt(600_000) : 0;
            result.add(new Replica(replica.location(), replica.candidate(), replica.remaining(), silent, false));
        }
        return result;
    }

    @Test
    void theFullestDataNodeGivesUp() {
        List<Replica> block = List.of(
                new Replica(new ReplicaLocation(0, "/a", "h1"), true, 1),
                new Replica(new ReplicaLocation(1, "/a", "h2"), true, 9),
                new Replica(new ReplicaLocation(1, "/b", "h3"), true, 5),
                new Replica(new ReplicaLocation(1, "/b", "h4"), true, 7));
        assertThat(ExcessPlanner.victim(block, 2, Optional.empty(), Optional.empty()))
                .contains(2);
    }

    /** 2 to 8 replicas on different hosts, except for one in ten blocks on several racks. */
    private List<Replica> block(int racks, double untiered, double candidates) {
        List<Replica> block = new ArrayList<>();
        int size = 2 + random.nextInt(7);
        int hosts = racks > 1 && random.nextInt(10) == 0 ? size - 1 : 1000;
        for (int i = 0; i < size; i++) {
            int tier = random.nextDouble() < untiered ? TierNames.UNKNOWN : random.nextInt(TIERS);
            int host = i % hosts;
            int rack = host % 7 * 31 % 5 % racks;
            block.add(new Replica(
                    new ReplicaLocation(tier, "/r" + rack, "h" + host),
                    random.nextDouble() < candidates,
                    random.nextInt(5)));
        }
        return block;
    }

    /** The same tiers, each on its own rack, so that racks impose no constraint. */
    private List<Replica> spread(List<Replica> block) {
        List<Replica> result = new ArrayList<>();
        for (Replica replica : block) {
            int place = result.size();
            result.add(new Replica(
                    new ReplicaLocation(replica.location().tier(), "/r" + place, "h" + place),
                    true,
                    random.nextInt(100)));
        }
        return result;
    }

    /** A vector that the block has, or nearly, and more besides. */
    private TierCounts someWanted(List<Replica> block) {
        List<Replica> kept = new ArrayList<>(block);
        Collections.shuffle(kept, random);
        TierCounts wanted = counts(kept.subList(0, 1 + random.nextInt(block.size() - 1)));
        return random.nextInt(5) == 0 ? wanted.plus(random.nextInt(TIERS), 1) : wanted;
    }

    private static int givenTier(List<Replica> block, Optional<TierCounts> wanted, Optional<Integer> victim) {
        int given = ExcessPlanner.victim(block, TIERS, wanted, victim).orElseThrow();
        return block.get(given).location().tier();
    }

    private static boolean reachable(List<Replica> block, TierCounts wanted) {
        for (int subset = 0; subset < 1 << block.size(); subset++) {
            List<Replica> kept = new ArrayList<>();
            for (int i = 0; i < block.size(); i++) {
                if ((subset & 1 << i) != 0) {
                    kept.add(block.get(i));
                }
            }
            if (asWanted(kept, wanted) && racks(kept) > 1 && hosts(kept) == kept.size()) {
                return true;
            }
        }
        return false;
    }

    private static boolean asWanted(List<Replica> block, TierCounts wanted) {
        TierCounts has = counts(block);
        for (int tier = 0; tier < TIERS; tier++) {
            if (has.of(tier) < wanted.of(tier)) {
                return false;
            }
        }
        return has.sum() == wanted.sum();
    }

    private static TierCounts counts(List<Replica> block) {
        return PlacementCheck.present(block.stream().map(Replica::location).toList(), TIERS);
    }

    private static List<Replica> without(List<Replica> block, int index) {
        List<Replica> left = new ArrayList<>(block);
        left.remove(index);
        return left;
    }

    private static int racks(List<Replica> block) {
        Set<String> racks = new HashSet<>();
        block.forEach(replica -> racks.add(replica.location().rack()));
        return racks.size();
    }

    private static int hosts(List<Replica> block) {
        Set<String> hosts = new HashSet<>();
        block.forEach(replica -> hosts.add(replica.location().host()));
        return hosts.size();
    }
}
