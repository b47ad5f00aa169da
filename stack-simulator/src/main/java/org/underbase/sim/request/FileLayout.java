package org.underbase.sim.request;

import java.util.List;

/**
 * How HDFS stores the files of HBase.
 *
 * @param replication number of replicas, 0 as in the trace
 * @param blockSize size of the blocks of store files in bytes, half of those of logs; 0 as in the trace
 * @param tiers known tiers of DataNodes, the fastest first
 * @param placement policy of all files, in the words of {@code dfs.tier.policy}; empty if DataNodes have no tiers
 * @param retrieval order in which readers are offered replicas, in the words of {@code dfs.tier.retrieval}
 */
public record FileLayout(int replication, long blockSize, List<Tier> tiers, String placement, String retrieval) {
    /** The layout of the trace. */
    public static final FileLayout TRACED = new FileLayout(0, 0, List.of(), "", "network-aware");

    /** Copies the tiers. */
    public FileLayout {
        tiers = List.copyOf(tiers);
    }

    /** Whether DataNodes have tiers, so that machines differ. */
    public boolean isTiered() {
        return !placement.isEmpty();
    }

    /** Returns the number of ranks of tiers; 1 without tiers. */
    public int ranks() {
        return isTiered() ? tiers.size() : 1;
    }

    /** Whether a machine has a DataNode, on any tier. */
    public boolean hasDatanode(int machine, int machines) {
        return !isTiered() || tiers.stream().anyMatch(tier -> tier.datanodes(machine, machines) > 0);
    }

    /** Returns this layout with another number of replicas. */
    public FileLayout withReplication(int replicas) {
        return new FileLayout(replicas, blockSize, tiers, placement, retrieval);
    }

    /** Returns this layout with blocks of another size. */
    public FileLayout withBlockSize(long bytes) {
        return new FileLayout(replication, bytes, tiers, placement, retrieval);
    }

    /** Returns this layout with known tiers that are not used. */
    public FileLayout withTiers(List<Tier> known) {
        return new FileLayout(replication, blockSize, known, placement, retrieval);
    }

    /** Returns this layout with another placement. */
    public FileLayout withPlacement(String policy) {
        return new FileLayout(replication, blockSize, tiers, policy, retrieval);
    }

    /** Returns this layout with another retrieval. */
    public FileLayout withRetrieval(String policy) {
        return new FileLayout(replication, blockSize, tiers, placement, policy);
    }
}
