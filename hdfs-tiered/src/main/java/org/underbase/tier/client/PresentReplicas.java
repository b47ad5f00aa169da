package org.underbase.tier.client;

import java.util.Objects;
import java.util.Optional;
import org.underbase.tier.policy.ReplicaVector;

/**
 * Number of blocks of a file that have the same vector.
 *
 * @param replicas the vector, with {@code any} for replicas on DataNodes without a tier; empty for no live replica
 * @param blocks number of blocks
 */
public record PresentReplicas(Optional<ReplicaVector> replicas, long blocks) {
    public PresentReplicas {
        Objects.requireNonNull(replicas, "replicas");
    }
}
