package org.underbase.tier.policy;

import static org.assertj.core.api.Assertions.assertThat;

import java.util.ArrayList;
import java.util.Arrays;
import java.util.EnumMap;
import java.util.HashSet;
import java.util.List;
import java.util.Map;
import java.util.Random;
import java.util.Set;

/**
 * Placements of blocks on random clusters, compared with {@link PlacementOracle}. Each case has a seed, which is printed when
 * it fails: {@code run(1, thatSeed)} repeats it.
 */
public final class PlacementTrials {
    private static final int BLOCKS = 3;

    private final boolean revocable;
    /** Number of blocks by minimum and actual degradation. */
    private final Map<Degradation, Map<Degradation, Integer>> outcomes = new EnumMap<>(Degradation.class);

    private final List<Long> worse = new ArrayList<>();
    private final List<Long> farther = new ArrayList<>();
    private final List<Long> fewer = new ArrayList<>();
    private int mostQuestions;

    /** @param revocable whether the chooser can take choices back */
    public PlacementTrials(boolean revocable) {
        this.revocable = revocable;
    }

    /** Runs {@code count} cases; throws an AssertionError that names the seed when an invariant does not hold. */
    public PlacementTrials run(int count, long seed) {
        for (long i = seed; i < seed + count; i++) {
            PlacementCase subject = PlacementCase.random(new Random(i));
            try {
                check(subject, i);
            } catch (AssertionError | RuntimeException e) {
                throw new AssertionError("seed " + i + ": " + e.getMessage() + "\n" + subject, e);
            }
        }
        return this;
    }

    /** Seeds of cases with more than the minimum degradation. */
    public List<Long> worse() {
        return worse;
    }

    /** Seeds of cases that placed all, where the first replica could have been nearer to the writer at no cost. */
    public List<Long> farther() {
        return farther;
    }

    /** Seeds of cases that placed fewer replicas than they could. */
    public List<Long> fewer() {
        return fewer;
    }

    /** The most calls of a chooser for one block. */
    int mostQuestions() {
        return mostQuestions;
    }

    /** Returns the number of blocks with a minimum degradation. */
    int cases(Degradation least) {
        return outcomes.getOrDefault(least, Map.of()).values().stream()
                .mapToInt(n -> n)
                .sum();
    }

    private void check(PlacementCase subject, long seed) {
        PlacementOracle oracle = new PlacementOracle(subject);
        Degradation least = oracle.least();
        List<PlacementPlanner.Outcome> blocks = new ArrayList<>();
        for (int block = 0; block < BLOCKS; block++) {
            Random random = new Random(seed * 31 + block);
            SimulatedChooser chooser = new SimulatedChooser(subject.cluster().usable(), subject.present(), random);
            PlacementPlanner.Outcome outcome = subject.place(revocable ? chooser : chooser.firm(), random);
            blocks.add(outcome);
            mostQuestions = Math.max(mostQuestions, chooser.questions());
            holdsWhatWasChosen(chooser, outcome);
            oneReplicaPerNode(subject, outcome);
            reportsWhatWasGivenUp(subject, outcome);
            givesUpNoLessThanPossible(outcome, least, oracle.placeable());
            if (outcome.placed().size() < oracle.placeable()) {
                fewer.add(seed);
            } else if (outcome.worst().compareTo(least) > 0) {
                worse.add(seed);
            } else if (outcome.worst() == Degradation.NONE
                    && outcome.placed().size() == subject.count()
                    && !nearWriter(subject, oracle, outcome)) {
                farther.add(seed);
            }
            outcomes.computeIfAbsent(least, key -> new EnumMap<>(Degradation.class))
                    .merge(outcome.worst(), 1, Integer::sum);
        }
        blocksOnSameTiers(subject, blocks);
    }

    private static void holdsWhatWasChosen(SimulatedChooser chooser, PlacementPlanner.Outcome outcome) {
        assertThat(outcome.placed()).as("placed is what was chosen and kept").isEqualTo(chooser.chosen());
    }

    private static void oneReplicaPerNode(PlacementCase subject, PlacementPlanner.Outcome outcome) {
        Set<String> hosts = new HashSet<>();
        subject.present().forEach(location -> hosts.add(location.host()));
        for (ReplicaLocation location : outcome.placed()) {
            assertThat(hosts.add(location.host()))
                    .as("one node never holds two replicas: %s", outcome)
                    .isTrue();
        }
    }

    /** Recomputes the degradation of each replica from its location. */
    private static void reportsWhatWasGivenUp(PlacementCase subject, PlacementPlanner.Outcome outcome) {
        int[] need = subject.need();
        List<String> racks = new ArrayList<>();
        subject.present().forEach(location -> racks.add(location.rack()));
        List<Degradation> expected = new ArrayList<>();
        for (ReplicaLocation location : outcome.placed()) {
            int slot = need[location.tier() + 1] > 0 ? location.tier() + 1 : 0;
            boolean onTier = need[slot] > 0;
            need[slot] -= onTier ? 1 : 0;
            boolean relates = true;
            if (subject.related() && racks.size() == 1) {
                relates = !racks.contains(location.rack());
            } else if (subject.related() && racks.size() == 2) {
                boolean together = racks.get(0).equals(racks.get(1));
                relates = together != racks.contains(location.rack());
            }
            racks.add(location.rack());
            boolean last =
                    racks.size() == subject.present().size() + outcome.placed().size();
            boolean oneRack = last && racks.size() > 1 && subject.span() && new HashSet<>(racks).size() == 1;
            Degradation stray = location.tier() == TierNames.UNKNOWN ? Degradation.UNTIERED : Degradation.TIER;
            expected.add(
                    oneRack
                            ? Degradation.SINGLE_RACK
                            : !onTier ? stray : relates ? Degradation.NONE : Degradation.RACK_RELATION);
        }
        assertThat(outcome.degradations())
                .as("reported degradations: %s", outcome.placed())
                .isEqualTo(expected);
    }

    private static void givesUpNoLessThanPossible(PlacementPlanner.Outcome outcome, Degradation least, int placeable) {
        assertThat(outcome.placed().size())
                .as("no more replicas than nodes: %s", outcome)
                .isLessThanOrEqualTo(placeable);
        if (outcome.placed().size() == placeable) {
            assertThat(outcome.worst())
                    .as("at least the minimum degradation of the oracle: %s", outcome)
                    .isGreaterThanOrEqualTo(least);
        }
    }

    private static boolean nearWriter(PlacementCase subject, PlacementOracle oracle, PlacementPlanner.Outcome outcome) {
        if (!subject.policy().rackAware()
                || !subject.present().isEmpty()
                || subject.writer().isEmpty()
                || outcome.placed().isEmpty()) {
            return true;
        }
        ReplicaLocation writer = subject.writer().get();
        ReplicaLocation first = outcome.placed().get(0);
        return first.host().equals(writer.host())
                || (!oracle.keepsAllWithFirstAt(writer.host(), writer.rack())
                        && (first.rack().equals(writer.rack()) || !oracle.keepsAllWithFirstAt("", writer.rack())));
    }

    private static void blocksOnSameTiers(PlacementCase subject, List<PlacementPlanner.Outcome> blocks) {
        if (subject.wanted().any() > 0
                || Arrays.stream(subject.need()).sum() > subject.count()
                || blocks.stream().anyMatch(block -> block.worst().compareTo(Degradation.TIER) >= 0)
                || blocks.stream().anyMatch(block -> block.placed().size() < subject.count())) {
            return;
        }
        int tiers = subject.wanted().tiers();
        for (PlacementPlanner.Outcome block : blocks) {
            int[] need = subject.need();
            block.placed().forEach(location -> need[location.tier() + 1]--);
            assertThat(need)
                    .as("all blocks are on the tiers wanted, so on the same: %s", block)
                    .containsOnly(0);
            assertThat(PlacementCheck.present(block.placed(), tiers))
                    .as("all blocks on the same tiers")
                    .isEqualTo(PlacementCheck.present(blocks.get(0).placed(), tiers));
        }
    }

    @Override
    public String toString() {
        return "least x came of it: " + outcomes + ", worse " + worse.size() + first(worse)
                + ", farther from the writer " + farther.size() + first(farther) + ", fewer " + fewer.size()
                + first(fewer) + ", most questions " + mostQuestions;
    }

    private static String first(List<Long> seeds) {
        return seeds.isEmpty()
                ? ""
                : " (as with seeds " + seeds.stream().distinct().limit(5).toList() + ")";
    }
}
