package org.underbase.tier.policy;

import java.util.ArrayList;
import java.util.HashMap;
import java.util.HashSet;
import java.util.List;
import java.util.Map;
import java.util.Set;

/** Compares where a block's replicas are with where they should be. Stateless, thread-safe. */
public final class PlacementCheck {
    private PlacementCheck() {}

    /** What is wrong with a replica. */
    public enum Fault {
        /** It is on a tier that has too many, while another has too few. */
        TIER,
        /** Another replica of the block is on the same node. */
        NODE,
        /** All replicas of the block are in one rack. */
        RACK
    }

    /**
     * A replica that should be moved.
     *
     * @param replica an index into the replicas
     * @param tier the rank of the tier it should be moved to; may be its own
     * @param fault why
     */
    public record Shift(int replica, int tier, Fault fault) {}

    /**
     * The moves that would put the block right.
     *
     * @param replicas live replicas, none of which is about to be given up
     * @param wanted what the block should have, of the file's replication
     * @param spanRacks whether the block should be on two racks, which takes a cluster of two
     */
    public static List<Shift> shifts(List<Spot> replicas, TierCounts wanted, boolean spanRacks) {
        List<Integer> surplus = surplus(replicas, wanted);
        TierCounts missing = missing(replicas, wanted);
        List<Shift> shifts = new ArrayList<>();
        Set<Integer> shifted = new HashSet<>();
        for (int tier = 0; tier < wanted.tiers(); tier++) {
            for (int i = 0; i < missing.of(tier) && !surplus.isEmpty(); i++) {
                int from = leastNeeded(replicas, surplus);
                surplus.remove((Integer) from);
                shifted.add(from);
                shifts.add(new Shift(from, tier, Fault.TIER));
            }
        }
        Map<String, Integer> hosts = new HashMap<>();
        Set<String> racks = new HashSet<>();
        for (int i = 0; i < replicas.size(); i++) {
            racks.add(replicas.get(i).rack());
            if (hosts.merge(replicas.get(i).host(), 1, Integer::sum) > 1
                    && shifted.add(i)
                    && replicas.get(i).tier() != TierNames.UNKNOWN) {
                shifts.add(new Shift(i, replicas.get(i).tier(), Fault.NODE));
            }
        }
        int last = replicas.size() - 1;
        if (spanRacks && racks.size() == 1 && last > 0 && shifted.isEmpty()) {
            for (int i = last; i >= 0; i--) {
                if (replicas.get(i).tier() != TierNames.UNKNOWN) {
                    shifts.add(new Shift(i, replicas.get(i).tier(), Fault.RACK));
                    break;
                }
            }
        }
        return shifts;
    }

    /** How many replicas each tier lacks; {@code any} is what may be anywhere and is not there. */
    public static TierCounts missing(List<Spot> replicas, TierCounts wanted) {
        TierCounts present = present(replicas, wanted.tiers());
        TierCounts missing = TierCounts.none(wanted.tiers());
        for (int tier = 0; tier < wanted.tiers(); tier++) {
            missing = missing.plus(tier, Math.max(0, wanted.of(tier) - present.of(tier)));
        }
        return missing;
    }

    /** How many replicas are on each tier; {@code any} counts those on DataNodes without one. */
    public static TierCounts present(List<Spot> replicas, int tiers) {
        TierCounts present = TierCounts.none(tiers);
        for (Spot spot : replicas) {
            present = present.plus(spot.tier(), 1);
        }
        return present;
    }

    /** Replicas beyond what their tier wants and beyond those that may be anywhere, slowest tiers last. */
    private static List<Integer> surplus(List<Spot> replicas, TierCounts wanted) {
        TierCounts kept = TierCounts.none(wanted.tiers());
        List<Integer> beyond = new ArrayList<>();
        for (int i = 0; i < replicas.size(); i++) {
            int tier = replicas.get(i).tier();
            if (tier != TierNames.UNKNOWN && kept.of(tier) < wanted.of(tier)) {
                kept = kept.plus(tier, 1);
            } else {
                beyond.add(i);
            }
        }
        for (int absorbed = 0; absorbed < wanted.any() && !beyond.isEmpty(); absorbed++) {
            beyond.remove(beyond.size() - 1);
        }
        return beyond;
    }

    /** Of the surplus replicas one whose node or rack has another, so that moving it away costs no safety. */
    private static int leastNeeded(List<Spot> replicas, List<Integer> surplus) {
        int best = surplus.get(0);
        int bestScore = -1;
        for (int i : surplus) {
            int score = 0;
            for (int j = 0; j < replicas.size(); j++) {
                if (j != i) {
                    score += replicas.get(j).host().equals(replicas.get(i).host()) ? 100 : 0;
                    score += replicas.get(j).rack().equals(replicas.get(i).rack()) ? 1 : 0;
                }
            }
            if (score > bestScore) {
                bestScore = score;
                best = i;
            }
        }
        return best;
    }
}
