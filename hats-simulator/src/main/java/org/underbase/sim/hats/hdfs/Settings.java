package org.underbase.sim.hats.hdfs;

import org.underbase.tier.policy.RetrievalWeights;
import org.underbase.tier.policy.TierNames;

/**
 * Settings of a simulated HDFS.
 *
 * @param linkRate rate of a node's links in each direction, in MB/s
 * @param uplinkRate rate of a rack's uplink in each direction, in MB/s; 0 if it is never the bottleneck
 * @param nodeFactor factor of hybrid for a replica on the reader's node
 * @param rackFactor factor of hybrid for a replica on the reader's rack
 * @param loadAware whether transfers of a DataNode reduce the weight of its replicas
 * @param singleRack whether policies without rack relation may place all replicas on one rack
 * @param onlyTier rank of the tier of all replicas; {@link TierNames#UNKNOWN} if the policy selects the tiers
 */
public record Settings(
        double linkRate,
        double uplinkRate,
        double nodeFactor,
        double rackFactor,
        boolean loadAware,
        boolean singleRack,
        int onlyTier) {
    /** Size of a block, in bytes. */
    public static final long BLOCK = 64L << 20;

    static final int REPLICATION = 3;

    /** Returns the same settings with another rate of a node's links, in MB/s. */
    public Settings withLinkRate(double rate) {
        return new Settings(rate, uplinkRate, nodeFactor, rackFactor, loadAware, singleRack, onlyTier);
    }

    /** Returns the same settings with another rate of a rack's uplink, in MB/s. */
    public Settings withUplinkRate(double rate) {
        return new Settings(linkRate, rate, nodeFactor, rackFactor, loadAware, singleRack, onlyTier);
    }

    /** Returns the same settings with other factors of hybrid. */
    public Settings withFactors(double node, double rack) {
        return new Settings(linkRate, uplinkRate, node, rack, loadAware, singleRack, onlyTier);
    }

    /** Returns the same settings with all replicas on one tier. */
    public Settings withOnlyTier(int tier) {
        return new Settings(linkRate, uplinkRate, nodeFactor, rackFactor, loadAware, singleRack, tier);
    }

    RetrievalWeights weights(TierNames tiers) {
        return new RetrievalWeights(new double[tiers.size()], nodeFactor, rackFactor, loadAware);
    }
}
