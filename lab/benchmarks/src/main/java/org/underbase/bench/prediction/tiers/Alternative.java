package org.underbase.bench.prediction.tiers;

import org.underbase.tier.policy.PlacementPolicy;
import org.underbase.tier.policy.ReplicaVector;
import org.underbase.tier.policy.RetrievalPolicy;

/**
 * Setting of the tiers.
 *
 * @param vector number of replicas on each tier, the value of {@code dfs.tier.policy}
 * @param retrieval order in which readers are offered replicas, the value of {@code dfs.tier.retrieval}
 */
public record Alternative(String vector, String retrieval) {
    /** Returns the name for tables. */
    public String name() {
        return "tier=" + vector + ",retrieval=" + retrieval;
    }

    /** Returns the share of replicas on the fast tier. */
    public double fastShare() {
        ReplicaVector replicas = ReplicaVector.parse(vector);
        return (double) replicas.count(Tier.FAST.id()) / replicas.sum();
    }

    /**
     * Returns the mean time of a device for a byte, in seconds.
     *
     * @param fast share of the bytes from the fast tier
     */
    public static double deviceSeconds(double fast) {
        return fast / Tier.FAST.readBytesPerSecond() + (1 - fast) / Tier.DISK.readBytesPerSecond();
    }

    PlacementPolicy placement() {
        return PlacementPolicy.parse(vector, Nodes.tiers());
    }

    RetrievalPolicy order() {
        return RetrievalPolicy.parse(retrieval);
    }
}
