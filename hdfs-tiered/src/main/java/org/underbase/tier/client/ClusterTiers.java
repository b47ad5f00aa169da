package org.underbase.tier.client;

import java.util.List;
import java.util.Objects;

/**
 * Tiers and cluster-wide settings of a cluster.
 *
 * @param tiers tiers, the fastest first
 * @param withoutTier number of live DataNodes without a known tier
 * @param defaultPolicy policy of files that neither have nor inherit one
 * @param retrieval order in which readers are offered replicas
 * @param unmatchedMapEntries {@code host:port} entries of the NameNode's tier map that match no registered DataNode, sorted
 * @param quotas quotas of all directories, sorted by path; empty unless the user is the superuser
 * @param quotasComplete whether the active NameNode has found all directories with quotas since its start
 */
public record ClusterTiers(
        List<TierReport> tiers,
        int withoutTier,
        String defaultPolicy,
        String retrieval,
        List<String> unmatchedMapEntries,
        List<DirectoryQuota> quotas,
        boolean quotasComplete) {
    public ClusterTiers {
        tiers = List.copyOf(tiers);
        unmatchedMapEntries = List.copyOf(unmatchedMapEntries);
        quotas = List.copyOf(quotas);
        Objects.requireNonNull(defaultPolicy, "defaultPolicy");
        Objects.requireNonNull(retrieval, "retrieval");
    }
}
