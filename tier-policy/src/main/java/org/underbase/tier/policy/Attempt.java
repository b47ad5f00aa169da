package org.underbase.tier.policy;

import java.util.Objects;
import java.util.Set;

/**
 * A kind of node to look for.
 *
 * @param tier the rank of its tier; {@link TierNames#UNKNOWN} for any node, with or without a tier
 * @param relation how it relates to {@code place}
 * @param place a host for {@link Relation#NODE}, else a rack; empty for {@link Relation#ANYWHERE}
 * @param avoid hosts that later replicas of the block need
 * @param degradation what is given up when such a node is taken
 */
public record Attempt(int tier, Relation relation, String place, Set<String> avoid, Degradation degradation) {
    /** Which nodes, seen from a place. */
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

    /** Whether a node at {@code spot} is what is looked for. */
    public boolean matches(ReplicaLocation spot) {
        return (tier == TierNames.UNKNOWN || tier == spot.tier())
                && !avoid.contains(spot.host())
                && switch (relation) {
                    case NODE -> spot.host().equals(place);
                    case SAME_RACK -> spot.rack().equals(place);
                    case OTHER_RACK -> !spot.rack().equals(place);
                    case ANYWHERE -> true;
                };
    }
}
