package org.underbase.tier.policy;

import static org.assertj.core.api.Assertions.assertThat;

import java.util.ArrayList;
import java.util.HashSet;
import java.util.List;
import java.util.Random;
import java.util.Set;
import org.junit.jupiter.api.Test;
import org.underbase.tier.policy.PlacementCheck.Fault;
import org.underbase.tier.policy.PlacementCheck.Shift;

class PlacementCheckTest {
    private static final int CASES = 10_000;
    private static final int TIERS = 4;

    private final long seed = Seeds.seed();
    private final Random random = new Random(seed);

    @Test
    void shiftsToSafeTargetsPutEveryBlockRightOneAtATime() {
        for (int i = 0; i < CASES; i++) {
            List<ReplicaLocation> block = block();
            TierCounts wanted = wanted(block.size());
            boolean span = random.nextBoolean();
            List<ReplicaLocation> before = List.copyOf(block);
            int steps = 0;
            for (List<Shift> shifts = PlacementCheck.shifts(block, wanted, span);
                    !shifts.isEmpty();
                    shifts = PlacementCheck.shifts(block, wanted, span)) {
                apply(block, shifts.get(0), span, ++steps);
                assertThat(steps)
                        .as("moves of %s, wanted %s, seed %s", before, wanted, seed)
                        .isLessThanOrEqualTo(before.size());
            }
            isRight(before, block, wanted, span);
        }
    }

    @Test
    void allShiftsAtOncePutEveryBlockRight() {
        for (int i = 0; i < CASES; i++) {
            List<ReplicaLocation> block = block();
            TierCounts wanted = wanted(block.size());
            boolean span = random.nextBoolean();
            List<ReplicaLocation> before = List.copyOf(block);
            Set<Integer> moved = new HashSet<>();
            for (Shift shift : PlacementCheck.shifts(block, wanted, span)) {
                assertThat(moved.add(shift.replica()))
                        .as("each moves once, seed %s", seed)
                        .isTrue();
                apply(block, shift, span, moved.size());
            }
            isRight(before, block, wanted, span);
            assertThat(PlacementCheck.shifts(block, wanted, span))
                    .as("nothing more to move: %s became %s, wanted %s, seed %s", before, block, wanted, seed)
                    .isEmpty();
        }
    }

    @Test
    void aBlockShortOfReplicasMovesOnlyWhatIsBeyondItsTier() {
        TierCounts wanted = TierCounts.none(TIERS).plus(0, 1).plus(3, 2);
        assertThat(PlacementCheck.shifts(
                        List.of(new ReplicaLocation(3, "/a", "h1"), new ReplicaLocation(3, "/b", "h2")), wanted, true))
                .isEmpty();
        assertThat(PlacementCheck.shifts(
                        List.of(new ReplicaLocation(2, "/a", "h1"), new ReplicaLocation(3, "/b", "h2")), wanted, true))
                .containsExactly(new Shift(0, 0, Fault.TIER));
        assertThat(PlacementCheck.shifts(List.of(), wanted, true)).isEmpty();
    }

    @Test
    void theReplicaThatSharesItsNodeMoves() {
        TierCounts wanted = TierCounts.none(TIERS).plus(0, 1).plus(3, 1);
        assertThat(PlacementCheck.shifts(
                        List.of(new ReplicaLocation(0, "/a", "h1"), new ReplicaLocation(3, "/a", "h1")), wanted, true))
                .containsExactly(new Shift(0, 0, Fault.NODE));
    }

    @Test
    void oneMoveMendsTierAndNodeWhereItCan() {
        TierCounts wanted = TierCounts.none(TIERS).plus(0, 1).plus(1, 1).plus(3, 1);
        List<ReplicaLocation> block = List.of(
                new ReplicaLocation(3, "/a", "h1"),
                new ReplicaLocation(3, "/b", "h2"),
                new ReplicaLocation(1, "/b", "h2"));
        assertThat(PlacementCheck.shifts(block, wanted, true)).containsExactly(new Shift(1, 0, Fault.TIER));
    }

    @Test
    void missingIsWhatTiersLack() {
        TierCounts wanted = TierCounts.none(2).plus(0, 2).plus(1, 1).plus(TierNames.UNKNOWN, 1);
        List<ReplicaLocation> block = List.of(new ReplicaLocation(0, "/a", "h1"), new ReplicaLocation(-1, "/a", "h2"));
        assertThat(PlacementCheck.missing(block, wanted))
                .isEqualTo(TierCounts.none(2).plus(0, 1).plus(1, 1));
        assertThat(PlacementCheck.present(block, 2))
                .isEqualTo(TierCounts.none(2).plus(0, 1).plus(TierNames.UNKNOWN, 1));
    }

    /** Moves a replica to a different node, on a rack that leaves the block on two racks if required. */
    private static void apply(List<ReplicaLocation> block, Shift shift, boolean span, int step) {
        Set<String> racks = new HashSet<>();
        for (int i = 0; i < block.size(); i++) {
            if (i != shift.replica()) {
                racks.add(block.get(i).rack());
            }
        }
        String rack = span && racks.contains("/r0") ? "/r1" : "/r0";
        block.set(shift.replica(), new ReplicaLocation(shift.tier(), rack, "new" + step));
    }

    private void isRight(List<ReplicaLocation> before, List<ReplicaLocation> block, TierCounts wanted, boolean span) {
        assertThat(block).as("no copy is lost").hasSameSizeAs(before);
        TierCounts present = PlacementCheck.present(block, TIERS);
        for (int tier = 0; tier < TIERS; tier++) {
            assertThat(present.of(tier))
                    .as("tier %s of %s, which was %s, wanted %s, seed %s", tier, block, before, wanted, seed)
                    .isGreaterThanOrEqualTo(wanted.of(tier));
        }
        assertThat(present.any()).as("no more without a tier than may be").isLessThanOrEqualTo(wanted.any());
        Set<String> tieredHosts = new HashSet<>();
        Set<String> racks = new HashSet<>();
        for (ReplicaLocation location : block) {
            racks.add(location.rack());
            if (location.tier() != TierNames.UNKNOWN) {
                assertThat(tieredHosts.add(location.host()))
                        .as("nodes of %s, which was %s, seed %s", block, before, seed)
                        .isTrue();
            }
        }
        boolean tiered = block.stream().anyMatch(location -> location.tier() != TierNames.UNKNOWN);
        if (span && tiered && block.size() > 1) {
            assertThat(racks.size())
                    .as("racks of %s, which was %s, seed %s", block, before, seed)
                    .isGreaterThan(1);
        }
    }

    private List<ReplicaLocation> block() {
        List<ReplicaLocation> block = new ArrayList<>();
        int hosts = random.nextInt(5) == 0 ? 3 : 100;
        int racks = 1 + random.nextInt(3);
        for (int i = 1 + random.nextInt(8); i > 0; i--) {
            int host = random.nextInt(hosts);
            int tier = random.nextInt(8) == 0 ? TierNames.UNKNOWN : random.nextInt(TIERS);
            block.add(new ReplicaLocation(tier, "/r" + host % racks, "h" + host));
        }
        return block;
    }

    private TierCounts wanted(int replication) {
        TierCounts wanted = TierCounts.none(TIERS);
        for (int i = 0; i < replication; i++) {
            wanted = wanted.plus(random.nextInt(8) == 0 ? TierNames.UNKNOWN : random.nextInt(TIERS), 1);
        }
        return wanted;
    }
}
