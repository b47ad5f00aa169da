package org.underbase.tier.policy;

import static org.assertj.core.api.Assertions.assertThat;

import java.util.ArrayList;
import java.util.HashSet;
import java.util.List;
import java.util.Random;
import java.util.Set;
import org.junit.jupiter.api.Test;

/** The oracle against every possible placement, where there are few enough to try all. */
class PlacementOracleTest {
    /** From the least to the worst. */
    private static final List<Degradation> ORDER = List.of(
            Degradation.NONE,
            Degradation.RACK_RELATION,
            Degradation.TIER,
            Degradation.UNTIERED,
            Degradation.SINGLE_RACK);

    @Test
    void agreesWithTryingAll() {
        int tried = 0;
        for (long seed = Seeds.seed(); tried < 2_000; seed++) {
            PlacementCase subject = PlacementCase.random(new Random(seed));
            if (subject.cluster().usable().size() > 8 || subject.count() > 4) {
                continue;
            }
            tried++;
            PlacementOracle oracle = new PlacementOracle(subject);
            List<Integer> best = new ArrayList<>(List.of(0, 0));
            tryAll(subject, new ArrayList<>(), subject.need(), Degradation.NONE, best);
            assertThat(oracle.placeable())
                    .as("placeable, seed %s: %s", seed, subject)
                    .isEqualTo(best.get(0));
            assertThat(oracle.least()).as("least, seed %s: %s", seed, subject).isEqualTo(ORDER.get(best.get(1)));
        }
    }

    /** @param best maximum number of replicas so far, and the minimum degradation of such placements */
    private static void tryAll(
            PlacementCase subject, List<ReplicaLocation> placed, int[] need, Degradation worst, List<Integer> best) {
        List<ReplicaLocation> all = new ArrayList<>(subject.present());
        all.addAll(placed);
        Set<String> hosts = new HashSet<>();
        Set<String> racks = new HashSet<>();
        all.forEach(location -> hosts.add(location.host()));
        all.forEach(location -> racks.add(location.rack()));
        boolean oneRack = subject.span() && !placed.isEmpty() && all.size() > 1 && racks.size() == 1;
        int given = ORDER.indexOf(oneRack ? Degradation.SINGLE_RACK : worst);
        if (placed.size() > best.get(0) || (placed.size() == best.get(0) && given < best.get(1))) {
            best.set(0, placed.size());
            best.set(1, given);
        }
        if (placed.size() == subject.count()) {
            return;
        }
        for (ReplicaLocation location : subject.cluster().usable()) {
            if (hosts.contains(location.host())) {
                continue;
            }
            boolean relates = !subject.related()
                    || all.isEmpty()
                    || all.size() > 2
                    || (racks.size() == all.size() && all.size() == 2) == racks.contains(location.rack());
            Degradation relation = worse(worst, relates ? Degradation.NONE : Degradation.RACK_RELATION);
            List<ReplicaLocation> next = new ArrayList<>(placed);
            next.add(location);
            int own = location.tier() + 1;
            for (int slot : own == 0 ? new int[] {0} : new int[] {own, 0}) {
                if (need[slot] > 0) {
                    need[slot]--;
                    tryAll(subject, next, need, relation, best);
                    need[slot]++;
                }
            }
            Degradation stray = location.tier() == TierNames.UNKNOWN ? Degradation.UNTIERED : Degradation.TIER;
            tryAll(subject, next, need, worse(relation, stray), best);
        }
    }

    private static Degradation worse(Degradation one, Degradation other) {
        return one.compareTo(other) > 0 ? one : other;
    }
}
