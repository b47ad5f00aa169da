package org.underbase.tier.client;

import java.util.List;
import java.util.Objects;
import java.util.Optional;
import org.apache.hadoop.fs.Path;
import org.underbase.tier.policy.ReplicaVector;

/**
 * Where a file's replicas are and where they should be, at the moment the NameNode answered.
 *
 * @param path as it was asked for
 * @param directory whether it is a directory: then only the policy says anything
 * @param policy the policy in force
 * @param origin where the policy was set
 * @param policyPath the path it was set on; empty for the cluster's default
 * @param wanted what every block should have; empty for a directory and where no tiers are wanted
 * @param present what the blocks have, one entry for each different vector
 * @param replication HDFS's own replication of the file
 * @param blocks how many blocks
 * @param length bytes
 * @param underConstruction whether it is being written
 * @param erasureCoded whether it is erasure coded: tiers do not apply then
 * @param misplacedBlocks blocks that do not have what is wanted
 * @param bytesToCopy bytes of replicas to copy until all have
 * @param movesPending moves of this file that are queued or running
 * @param obstacle why the file cannot reach what is wanted now; empty when it can
 * @param flushed whether the monitor took it off its fast tiers because they were full
 */
public record FilePlacement(
        Path path,
        boolean directory,
        String policy,
        PolicyOrigin origin,
        Optional<Path> policyPath,
        Optional<ReplicaVector> wanted,
        List<PresentReplicas> present,
        int replication,
        long blocks,
        long length,
        boolean underConstruction,
        boolean erasureCoded,
        long misplacedBlocks,
        long bytesToCopy,
        long movesPending,
        Optional<String> obstacle,
        boolean flushed) {
    public FilePlacement {
        Objects.requireNonNull(path, "path");
        Objects.requireNonNull(policy, "policy");
        Objects.requireNonNull(origin, "origin");
        Objects.requireNonNull(policyPath, "policyPath");
        Objects.requireNonNull(wanted, "wanted");
        present = List.copyOf(present);
        Objects.requireNonNull(obstacle, "obstacle");
    }

    /** Whether every block has what is wanted and nothing of the file is on its way. */
    public boolean settled() {
        return misplacedBlocks == 0 && movesPending == 0;
    }
}
