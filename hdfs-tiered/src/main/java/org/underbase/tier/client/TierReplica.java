package org.underbase.tier.client;

import java.util.Objects;
import java.util.Optional;
import java.util.OptionalInt;

/**
 * Live replica of a block.
 *
 * @param host host name of its DataNode, as in HDFS's block locations
 * @param address transfer address of its DataNode, {@code host:port}
 * @param tier tier of its DataNode; empty without one
 * @param rank rank of the tier, 0 for the fastest; empty without one
 */
public record TierReplica(String host, String address, Optional<String> tier, OptionalInt rank) {
    public TierReplica {
        Objects.requireNonNull(host, "host");
        Objects.requireNonNull(address, "address");
        Objects.requireNonNull(tier, "tier");
        Objects.requireNonNull(rank, "rank");
    }
}
