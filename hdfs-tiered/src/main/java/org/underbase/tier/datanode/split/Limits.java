package org.underbase.tier.datanode.split;

import java.time.Duration;
import java.util.Objects;

/**
 * Limits of a split.
 *
 * @param timeout maximum time of each wait
 * @param lowRedundancy tolerated number of blocks that are missing or have too few replicas, per nameservice
 * @param settle time for which the redundancy must be sufficient; longer than the period at which the NameNode counts
 * @param poll time between two requests to the NameNode
 */
public record Limits(Duration timeout, long lowRedundancy, Duration settle, Duration poll) {
    public Limits {
        Objects.requireNonNull(timeout, "timeout");
        Objects.requireNonNull(settle, "settle");
        Objects.requireNonNull(poll, "poll");
    }
}
