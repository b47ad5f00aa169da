package org.underbase.tier.policy;

import java.util.Objects;

/**
 * Actual or possible location of a replica.
 *
 * @param tier rank of the DataNode's tier; {@link TierNames#UNKNOWN} if it has none
 * @param rack network location of the rack
 * @param host name of the node, the same for all DataNodes on it
 */
public record ReplicaLocation(int tier, String rack, String host) {
    public ReplicaLocation {
        Objects.requireNonNull(rack, "rack");
        Objects.requireNonNull(host, "host");
    }
}
