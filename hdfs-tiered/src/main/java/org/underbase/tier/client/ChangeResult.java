package org.underbase.tier.client;

import java.util.Objects;
import java.util.Optional;
import org.underbase.tier.policy.ReplicaVector;

/**
 * The NameNode's response to a change.
 *
 * @param changed false if the path was already in the requested state
 * @param wanted new wanted vector of the file; empty for a directory and for a policy without tiers
 * @param bytesToCopy bytes of replicas to copy in the background
 * @param blocks number of blocks of the file
 */
public record ChangeResult(boolean changed, Optional<ReplicaVector> wanted, long bytesToCopy, long blocks) {
    public ChangeResult {
        Objects.requireNonNull(wanted, "wanted");
    }
}
