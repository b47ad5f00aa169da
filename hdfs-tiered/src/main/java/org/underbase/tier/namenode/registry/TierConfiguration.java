package org.underbase.tier.namenode.registry;

import org.apache.hadoop.conf.Configuration;
import org.underbase.tier.conf.TierKeys;
import org.underbase.tier.policy.PlacementPolicy;
import org.underbase.tier.policy.RetrievalPolicy;
import org.underbase.tier.policy.TierNames;

/** The keys that more than one class of the NameNode's side needs, checked. */
public final class TierConfiguration {
    private TierConfiguration() {}

    /** @throws IllegalArgumentException naming the key when the value is wrong */
    public static TierNames names(Configuration conf) {
        try {
            return TierNames.parse(TierKeys.NAMES.text(conf));
        } catch (IllegalArgumentException e) {
            throw new IllegalArgumentException(TierKeys.NAMES.name() + ": " + e.getMessage(), e);
        }
    }

    /** @throws IllegalArgumentException naming the key when the value is wrong */
    public static PlacementPolicy defaultPolicy(Configuration conf, TierNames tiers) {
        try {
            return PlacementPolicy.parse(TierKeys.DEFAULT_POLICY.text(conf), tiers);
        } catch (IllegalArgumentException e) {
            throw new IllegalArgumentException(TierKeys.DEFAULT_POLICY.name() + ": " + e.getMessage(), e);
        }
    }

    /** @throws IllegalArgumentException naming the key when the value is wrong */
    public static RetrievalPolicy retrieval(Configuration conf) {
        try {
            return RetrievalPolicy.parse(TierKeys.RETRIEVAL.text(conf));
        } catch (IllegalArgumentException e) {
            throw new IllegalArgumentException(TierKeys.RETRIEVAL.name() + ": " + e.getMessage(), e);
        }
    }
}
