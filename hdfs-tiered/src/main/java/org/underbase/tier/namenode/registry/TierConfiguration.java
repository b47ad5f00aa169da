package org.underbase.tier.namenode.registry;

import org.apache.hadoop.conf.Configuration;
import org.underbase.operator.config.ConfigKey;
import org.underbase.operator.config.InvalidSettingException;
import org.underbase.tier.conf.TierKeys;
import org.underbase.tier.policy.PlacementPolicy;
import org.underbase.tier.policy.RetrievalPolicy;
import org.underbase.tier.policy.TierNames;

/** Validated values of the keys that several NameNode classes read. */
public final class TierConfiguration {
    private TierConfiguration() {}

    /**
     * Reads the tiers.
     *
     * @throws InvalidSettingException if the value is invalid; the message names the key
     */
    public static TierNames names(Configuration conf) {
        try {
            return TierNames.parse(TierKeys.NAMES.text(conf));
        } catch (IllegalArgumentException e) {
            throw invalid(TierKeys.NAMES, e);
        }
    }

    /**
     * Reads the policy of files without one.
     *
     * @throws InvalidSettingException if the value is invalid; the message names the key
     */
    public static PlacementPolicy defaultPolicy(Configuration conf, TierNames tiers) {
        try {
            return PlacementPolicy.parse(TierKeys.DEFAULT_POLICY.text(conf), tiers);
        } catch (IllegalArgumentException e) {
            throw invalid(TierKeys.DEFAULT_POLICY, e);
        }
    }

    /**
     * Reads the order in which readers are offered replicas.
     *
     * @throws InvalidSettingException if the value is invalid; the message names the key
     */
    public static RetrievalPolicy retrieval(Configuration conf) {
        try {
            return RetrievalPolicy.parse(TierKeys.RETRIEVAL.text(conf));
        } catch (IllegalArgumentException e) {
            throw invalid(TierKeys.RETRIEVAL, e);
        }
    }

    private static InvalidSettingException invalid(ConfigKey key, IllegalArgumentException cause) {
        InvalidSettingException failure = new InvalidSettingException(key.name() + ": " + cause.getMessage());
        failure.initCause(cause);
        return failure;
    }
}
