package org.underbase.tier.namenode.registry;

import java.util.List;
import java.util.Optional;
import org.underbase.tier.policy.PlacementCheck;
import org.underbase.tier.policy.TierNames;

/**
 * Move of a replica to another tier that a quota does not permit at present.
 *
 * @param quota the first such quota
 * @param rank rank of the tier
 */
public record WithheldMove(QuotaLimit quota, int rank) {
    /** Returns whether a quota withholds a move; a replica that stays on its tier needs none. */
    public static Optional<WithheldMove> of(List<QuotaLimit> quotas, PlacementCheck.Shift shift, long bytes) {
        if (shift.fault() != PlacementCheck.Fault.TIER || shift.tier() == TierNames.UNKNOWN) {
            return Optional.empty();
        }
        return quotas.stream()
                .filter(quota -> !quota.fits(shift.tier(), bytes))
                .map(quota -> new WithheldMove(quota, shift.tier()))
                .findFirst();
    }

    /** Whether the files want more bytes than a quota, so that the move waits for a change of one of them. */
    public static boolean isLasting(List<QuotaLimit> quotas, PlacementCheck.Shift shift) {
        return shift.tier() != TierNames.UNKNOWN
                && quotas.stream().anyMatch(quota -> quota.overcommitted(shift.tier(), 0));
    }

    /** Returns the reason for a user. */
    public String reason(TierNames tiers) {
        return (quota.use().counted()
                        ? "a quota leaves no space on the tier '" + tiers.name(rank) + "'"
                        : "the use of a quota on the tier '" + tiers.name(rank)
                                + "' is not known yet: replicas move to the tier after the files have been counted")
                + " (see hdfs tier -quota)";
    }
}
