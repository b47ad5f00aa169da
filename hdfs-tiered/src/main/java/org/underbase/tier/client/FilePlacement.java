package org.underbase.tier.client;

import java.util.List;
import java.util.Objects;
import java.util.Optional;
import org.apache.hadoop.fs.Path;
import org.underbase.tier.policy.ReplicaVector;

/**
 * Wanted and present replicas of a file at the time of the NameNode's response.
 *
 * @param path the requested path
 * @param directory whether the path is a directory; only the policy is meaningful then
 * @param policy the policy in force
 * @param origin kind of place where the policy was set
 * @param policyPath path on which the policy was set; empty for the cluster's default
 * @param wanted wanted vector of every block; empty for a directory and for a policy without tiers
 * @param present present vectors of the blocks, one entry per distinct vector
 * @param replication HDFS replication of the file
 * @param blocks number of blocks
 * @param length length in bytes
 * @param underConstruction whether the file is under construction
 * @param erasureCoded whether the file is erasure-coded; tiers do not apply then
 * @param misplacedBlocks number of blocks whose present and wanted vectors differ
 * @param bytesToCopy bytes of replicas still to copy
 * @param movesPending queued and running moves of this file
 * @param reason reason why the file cannot be placed at present; empty if it can
 * @param demoted whether the monitor demoted the file because its tiers were full
 * @param cached whether one of the replicas on the fastest tier is additional, because the file is read often; {@code wanted} and
 *     {@code replication} contain it
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
        Optional<String> reason,
        boolean demoted,
        boolean cached) {
    public FilePlacement {
        Objects.requireNonNull(path, "path");
        Objects.requireNonNull(policy, "policy");
        Objects.requireNonNull(origin, "origin");
        Objects.requireNonNull(policyPath, "policyPath");
        Objects.requireNonNull(wanted, "wanted");
        present = List.copyOf(present);
        Objects.requireNonNull(reason, "reason");
    }

    /** Whether no block is misplaced and no move is pending. */
    public boolean settled() {
        return misplacedBlocks == 0 && movesPending == 0;
    }
}
