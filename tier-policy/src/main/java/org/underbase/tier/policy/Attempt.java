package org.underbase.tier.policy;

import java.util.Objects;
import java.util.Set;

/**
 * Constraints of a node for a replica.
 *
 * @param tier rank of the node's tier; {@link TierNames#UNKNOWN} for any node, with or without a tier
 * @param relation relation of the node to {@code place}
 * @param place a host for {@link Relation#NODE}, else a rack; empty for {@link Relation#ANYWHERE}
 * @param avoid hosts that later replicas of the block need
 * @param degradation constraint that such a node relaxes
 */
public record Attempt(int tier, Relation relation, String place, Set<String> avoid, Degradation degradation) {
    /** Relation of a node to a place. */
    public enum Relation {
        NODE,
        SAME_RACK,
        OTHER_RACK,
        ANYWHERE
    }

    public Attempt {
        Objects.requireNonNull(relation, "relation");
        Objects.requireNonNull(place, "place");
        Objects.requireNonNull(avoid, "avoid");
        Objects.requireNonNull(degradation, "degradation");
    }

    /** Whether a node at {@code location} satisfies the constraints. */
    public boolean matches(ReplicaLocation location) {
        return (tier == TierNames.UNKNOWN || tier == location.tier())
                && !avoid.contains(location.host())
                && switch (relation) {
                    case NODE -> location.host().equals(place);
                    case SAME_RACK -> location.rack().equals(place);
                    case OTHER_RACK -> !location.rack().equals(place);
                    case ANYWHERE -> true;
                };
    }
}
