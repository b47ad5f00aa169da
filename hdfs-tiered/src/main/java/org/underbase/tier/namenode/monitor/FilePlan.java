package org.underbase.tier.namenode.monitor;

import java.util.ArrayList;
import java.util.List;
import java.util.Optional;
import java.util.concurrent.ThreadLocalRandom;
import org.apache.hadoop.hdfs.server.blockmanagement.BlockInfo;
import org.apache.hadoop.hdfs.server.namenode.INodeFile;
import org.apache.hadoop.thirdparty.com.google.common.primitives.Longs;
import org.underbase.tier.policy.ReplicaLocation;
import org.underbase.tier.policy.TierCounts;
import org.underbase.tier.policy.TierNames;

/**
 * Plan of the moves of one file, computed block by block in one or several holds of the namesystem's lock. Thread-confined.
 */
final class FilePlan {
    /** Wanted counts of one block; empty if it stays as it is. */
    @FunctionalInterface
    interface Goals {
        Optional<TierCounts> of(BlockInfo block, List<ReplicaLocation> locations);
    }

    /** Basis of a plan that moves nothing. */
    static final Object UNCHANGED = "unchanged";

    private final long file;
    private final Object basis;
    private final Goals goals;
    private final int blocks;
    private final int start;
    private final long[] located;
    private final long[] leaving;
    final List<BlockMove> moves = new ArrayList<>();
    private int next;
    int misplaced;
    long bytes;
    int failed;
    /** Number of misplaced blocks that a quota keeps where they are, until it or the use of the directory changes. */
    int withheld;

    String reason = "";

    /**
     * Begins a plan. It starts with another block each time, so that blocks without a target do not delay the others.
     *
     * @param basis wanted counts of the file or its demotion, on which the goals depend
     * @param tiers number of tiers
     */
    FilePlan(INodeFile file, Object basis, int tiers, Goals goals) {
        this.file = file.getId();
        this.basis = basis;
        this.goals = goals;
        this.blocks = file.isUnderConstruction() || file.isStriped() ? 0 : file.numBlocks();
        this.start = blocks == 0 ? 0 : ThreadLocalRandom.current().nextInt(blocks);
        this.located = new long[tiers];
        this.leaving = new long[tiers];
    }

    /** Whether this plan can be continued for a file, which may have changed while the lock was free. */
    boolean continues(INodeFile now, Object nowBasis) {
        return file == now.getId() && basis.equals(nowBasis) && !now.isUnderConstruction() && now.numBlocks() == blocks;
    }

    /** Whether the check of the file has to be repeated until its replicas are placed. */
    boolean unsettled() {
        return misplaced > withheld;
    }

    /** Returns the wanted counts of the file or its demotion. */
    Object basis() {
        return basis;
    }

    boolean done() {
        return next >= blocks;
    }

    /** Returns the next block; the plan must not be done. */
    BlockInfo next(INodeFile of) {
        return of.getBlocks()[(start + next++) % blocks];
    }

    Optional<TierCounts> goal(BlockInfo block, List<ReplicaLocation> locations) {
        return goals.of(block, locations);
    }

    /** Records a live replica on a tier, or on a DataNode without one. */
    void located(int rank, long amount) {
        if (rank != TierNames.UNKNOWN) {
            located[rank] += amount;
        }
    }

    /** Returns bytes of live replicas by rank. */
    long[] located() {
        return located.clone();
    }

    void leaves(int rank, long amount) {
        leaving[rank] += amount;
    }

    /** Returns bytes to copy by rank of the source tier. */
    List<Long> leaving() {
        return Longs.asList(leaving);
    }
}
