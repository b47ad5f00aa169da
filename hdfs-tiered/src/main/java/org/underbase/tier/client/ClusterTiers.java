package org.underbase.tier.client;

import java.util.List;
import java.util.Objects;

/**
 * The tiers of a cluster and what holds for all of it.
 *
 * @param tiers the fastest first
 * @param withoutTier live DataNodes of which no tier is known
 * @param defaultPolicy the policy of files for which none is set
 * @param retrieval in which order readers are offered replicas
 */
public record ClusterTiers(List<TierReport> tiers, int withoutTier, String defaultPolicy, String retrieval) {
    public ClusterTiers {
        tiers = List.copyOf(tiers);
        Objects.requireNonNull(defaultPolicy, "defaultPolicy");
        Objects.requireNonNull(retrieval, "retrieval");
    }
}
