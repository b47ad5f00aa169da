package org.underbase.tier.client;

import java.util.List;

/**
 * Live replicas of a block at the time of the NameNode's response.
 *
 * @param offset position of the block in its file
 * @param length length in bytes
 * @param replicas replicas, those on the fastest tier first
 */
public record BlockReplicas(long offset, long length, List<TierReplica> replicas) {
    public BlockReplicas {
        replicas = List.copyOf(replicas);
    }
}
