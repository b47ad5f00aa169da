package org.underbase.tier.namenode.registry;

import java.util.Optional;
import org.underbase.tier.policy.PlacementPolicy;
import org.underbase.tier.policy.TierCounts;

/**
 * Policy in force for a file or directory, and the wanted counts of a file.
 *
 * @param policy the policy
 * @param from kind of place where the policy was set
 * @param holder ID of the inode on which the policy was set; 0 for the cluster's default
 * @param cached whether the file has an additional replica on the fastest tier; {@code wanted}, which is empty for a policy
 *     without tiers, and {@code replication} contain it
 * @param demoted whether the monitor has demoted the file; {@code wanted} contains the demoted vector then
 * @param wanted wanted counts for the file's replication; empty for a policy without tiers
 * @param landing counts that the placement prefers while the file is written under a landing policy; otherwise empty
 * @param inode inode ID
 * @param replication replication of the file; 0 for a directory
 * @param unread text of an ignored policy, for example with an unknown tier, whose files are not moved; empty if the
 *     policy is valid
 */
public record FilePolicy(
        PlacementPolicy policy,
        From from,
        long holder,
        boolean cached,
        boolean demoted,
        Optional<TierCounts> wanted,
        Optional<TierCounts> landing,
        long inode,
        int replication,
        String unread) {
    /** Returns the replication of a file without the additional replica of the cache. */
    public int ownReplication() {
        return cached ? replication - 1 : replication;
    }

    /** Returns the policy of a file that is placed as in stock HDFS. */
    public static FilePolicy stock() {
        return new FilePolicy(
                PlacementPolicy.Named.NETWORK_AWARE,
                From.CLUSTER,
                0,
                false,
                false,
                Optional.empty(),
                Optional.empty(),
                0,
                0,
                "");
    }

    /** Kind of place where a policy was set. */
    public enum From {
        FILE,
        DIRECTORY,
        CLUSTER
    }
}
