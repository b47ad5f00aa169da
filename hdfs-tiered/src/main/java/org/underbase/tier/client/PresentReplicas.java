package org.underbase.tier.client;

import java.util.Objects;
import java.util.Optional;
import org.underbase.tier.policy.ReplicaVector;

/**
 * How many blocks of a file have their replicas on these tiers.
 *
 * @param replicas with {@code any} for replicas on DataNodes without a tier; empty for blocks without a live replica
 * @param blocks how many blocks
 */
public record PresentReplicas(Optional<ReplicaVector> replicas, long blocks) {
    public PresentReplicas {
        Objects.requireNonNull(replicas, "replicas");
    }
}
