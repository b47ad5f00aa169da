package org.underbase.tier.namenode.registry;

import java.util.Optional;
import org.underbase.tier.policy.PlacementPolicy;
import org.underbase.tier.policy.TierCounts;

/**
 * The policy in force for a file or directory, and what a file should have by it.
 *
 * @param policy the policy
 * @param from where it was set
 * @param holder the inode it was set on, 0 for the cluster's default
 * @param demoted whether the monitor has demoted the file to slower tiers, which is what {@code wanted} says then
 * @param wanted the file's vector for its replication; empty where no tiers are wanted
 * @param inode the inode's id
 * @param replication the file's replication, 0 for a directory
 * @param unread the text of a policy that is not followed, as one that names a tier the cluster has no more: the file is
 *     left alone then; empty when it is followed
 */
public record FilePolicy(
        PlacementPolicy policy,
        From from,
        long holder,
        boolean demoted,
        Optional<TierCounts> wanted,
        long inode,
        int replication,
        String unread) {
    /** Where a policy was set. */
    public enum From {
        FILE,
        DIRECTORY,
        CLUSTER
    }
}
