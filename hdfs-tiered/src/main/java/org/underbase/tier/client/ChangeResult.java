package org.underbase.tier.client;

import java.util.Objects;
import java.util.Optional;
import org.underbase.tier.policy.ReplicaVector;

/**
 * What the NameNode said to a change.
 *
 * @param changed false when it was so already
 * @param wanted what the file should have now; empty for a directory and where no tiers are wanted
 * @param bytesToCopy bytes of replicas that have to be copied in the background
 * @param blocks the blocks of the file
 */
public record ChangeResult(boolean changed, Optional<ReplicaVector> wanted, long bytesToCopy, long blocks) {
    public ChangeResult {
        Objects.requireNonNull(wanted, "wanted");
    }
}
