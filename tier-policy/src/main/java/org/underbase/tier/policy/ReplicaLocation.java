package org.underbase.tier.policy;

import java.util.Objects;

/**
 * Where a replica is, or could be.
 *
 * @param tier the rank of its DataNode's tier, {@link TierNames#UNKNOWN} when that is not known
 * @param rack the network location
 * @param host the node, the same for all DataNodes that run on it
 */
public record ReplicaLocation(int tier, String rack, String host) {
    public ReplicaLocation {
        Objects.requireNonNull(rack, "rack");
        Objects.requireNonNull(host, "host");
    }
}
