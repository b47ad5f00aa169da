package org.underbase.tier.policy;

import java.util.ArrayList;
import java.util.List;

/**
 * Comparison of a block's present replicas with its wanted counts (hatS, section III-C: the monitor moves replicas that could
 * not be placed on their tier). Stateless and thread-safe.
 */
public final class PlacementCheck {
    private PlacementCheck() {}

    /** Reason why a replica is misplaced. */
    public enum Fault {
        /** It is on a tier that has too many, while another has too few. */
        TIER,
        /** Another replica of the block is on the same node. */
        NODE,
        /** All replicas of the block are in one rack. */
        RACK
    }

    /**
     * Misplaced replica.
     *
     * @param replica index of the replica
     * @param tier rank of the target tier, which may be the tier of the replica
     * @param fault reason of the move
     */
    public record Shift(int replica, int tier, Fault fault) {}

    /**
     * Returns the moves after which the block has its wanted counts, if each target is on a node without a replica of the block
     * and leaves the block on two racks. A replica without a tier that shares its node or rack is ignored, because it has no
     * target tier.
     *
     * @param replicas live replicas that are not to be deleted
     * @param wanted wanted counts for the file's replication
     * @param spanRacks whether the block should be on two racks, which requires a cluster with two
     */
    public static List<Shift> shifts(List<ReplicaLocation> replicas, TierCounts wanted, boolean spanRacks) {
        List<Shift> shifts = new ArrayList<>();
        boolean[] shifted = new boolean[replicas.size()];
        TierCounts missing = missing(replicas, wanted);
        TierCounts surplus = surplus(replicas, wanted);
        for (int tier = 0; tier < wanted.tiers(); tier++) {
            for (int i = 0; i < missing.of(tier) && surplus.sum() > 0; i++) {
                int from = leastNeeded(replicas, surplus, shifted);
                surplus = surplus.plus(replicas.get(from).tier(), -1);
                shifted[from] = true;
                shifts.add(new Shift(from, tier, Fault.TIER));
            }
        }
        for (int i = 0; i < shifted.length; i++) {
            if (!shifted[i] && sharesNode(replicas, shifted, i)) {
                shifted[i] = true;
                shifts.add(new Shift(i, replicas.get(i).tier(), Fault.NODE));
            }
        }
        if (spanRacks && shifts.isEmpty() && replicas.size() > 1 && inOneRack(replicas)) {
            for (int i = replicas.size() - 1; i >= 0 && shifts.isEmpty(); i--) {
                if (replicas.get(i).tier() != TierNames.UNKNOWN) {
                    shifts.add(new Shift(i, replicas.get(i).tier(), Fault.RACK));
                }
            }
        }
        return shifts;
    }

    /** Whether a replica is on a tier and shares its node with one that stays. */
    private static boolean sharesNode(List<ReplicaLocation> replicas, boolean[] shifted, int index) {
        return replicas.get(index).tier() != TierNames.UNKNOWN && onNode(replicas, shifted, index) > 0;
    }

    private static int onNode(List<ReplicaLocation> replicas, boolean[] shifted, int index) {
        int others = 0;
        for (int i = 0; i < shifted.length; i++) {
            others += i != index
                            && !shifted[i]
                            && replicas.get(i).host().equals(replicas.get(index).host())
                    ? 1
                    : 0;
        }
        return others;
    }

    private static boolean inOneRack(List<ReplicaLocation> replicas) {
        for (ReplicaLocation location : replicas) {
            if (!location.rack().equals(replicas.get(0).rack())) {
                return false;
            }
        }
        return true;
    }

    /** Returns the number of replicas that each tier lacks; 0 for {@code any}, whose replicas are never misplaced. */
    public static TierCounts missing(List<ReplicaLocation> replicas, TierCounts wanted) {
        TierCounts present = present(replicas, wanted.tiers());
        TierCounts missing = TierCounts.none(wanted.tiers());
        for (int tier = 0; tier < wanted.tiers(); tier++) {
            missing = missing.plus(tier, Math.max(0, wanted.of(tier) - present.of(tier)));
        }
        return missing;
    }

    /** Returns the number of replicas on each tier; {@code any} counts those on DataNodes without a tier. */
    public static TierCounts present(List<ReplicaLocation> replicas, int tiers) {
        TierCounts present = TierCounts.none(tiers);
        for (ReplicaLocation location : replicas) {
            present = present.plus(location.tier(), 1);
        }
        return present;
    }

    /**
     * Returns the number of replicas of each tier beyond its wanted number and beyond the {@code any} replicas, which are first
     * those without a tier, then those on the slowest tiers.
     */
    private static TierCounts surplus(List<ReplicaLocation> replicas, TierCounts wanted) {
        TierCounts present = present(replicas, wanted.tiers());
        int anywhere = wanted.any();
        TierCounts surplus = TierCounts.none(wanted.tiers()).withAny(Math.max(0, present.any() - anywhere));
        anywhere -= Math.min(anywhere, present.any());
        for (int tier = wanted.tiers() - 1; tier >= 0; tier--) {
            int beyond = Math.max(0, present.of(tier) - wanted.of(tier));
            int kept = Math.min(anywhere, beyond);
            anywhere -= kept;
            surplus = surplus.plus(tier, beyond - kept);
        }
        return surplus;
    }

    /** Returns, among the tiers with a surplus, the replica whose node, else whose rack, has most others, so that racks stay safe. */
    private static int leastNeeded(List<ReplicaLocation> replicas, TierCounts surplus, boolean[] shifted) {
        int best = -1;
        int most = -1;
        for (int i = 0; i < shifted.length; i++) {
            int tier = replicas.get(i).tier();
            int has = tier == TierNames.UNKNOWN ? surplus.any() : surplus.of(tier);
            if (has > 0 && !shifted[i]) {
                int others = onNode(replicas, shifted, i) * replicas.size();
                for (int j = 0; j < shifted.length; j++) {
                    others += !shifted[j]
                                    && replicas.get(j)
                                            .rack()
                                            .equals(replicas.get(i).rack())
                            ? 1
                            : 0;
                }
                if (others > most) {
                    most = others;
                    best = i;
                }
            }
        }
        return best;
    }
}
