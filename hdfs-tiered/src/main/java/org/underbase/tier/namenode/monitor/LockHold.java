package org.underbase.tier.namenode.monitor;

import java.util.concurrent.TimeUnit;
import java.util.function.LongSupplier;

/**
 * One hold of the namesystem's lock, with limits on its time, the examined blocks and the examined DataNodes. The holder asks
 * {@link #over} between blocks. Thread-confined.
 */
final class LockHold {
    /** Time after which the holder releases the lock at the next block. */
    static final long NANOS = TimeUnit.MILLISECONDS.toNanos(2);

    /** Number of blocks after which the holder releases the lock. */
    static final int BLOCKS = 500;

    /** Number of DataNodes after which the holder releases the lock at the next block. */
    static final int DATANODES = 1024;

    private final LongSupplier clock;
    private final long since;
    private final int maxBlocks;
    private int blocks;
    private int datanodes;

    /**
     * Begins a hold.
     *
     * @param maxBlocks maximum number of blocks
     * @param clock time in nanoseconds
     */
    LockHold(int maxBlocks, LongSupplier clock) {
        this.clock = clock;
        this.since = clock.getAsLong();
        this.maxBlocks = maxBlocks;
    }

    /** Whether the holder has to release the lock. */
    boolean over() {
        return blocks >= maxBlocks || datanodes >= DATANODES || nanos() >= NANOS;
    }

    /** Records the examination of a block, or of another inode. */
    void block() {
        blocks++;
    }

    /**
     * Records the examination of a DataNode as the target of a move.
     *
     * @return whether the hold permits it; at least {@link #DATANODES} are permitted for each block
     */
    boolean datanode() {
        if (datanodes >= 2 * DATANODES) {
            return false;
        }
        datanodes++;
        return true;
    }

    long nanos() {
        return clock.getAsLong() - since;
    }

    int blocks() {
        return blocks;
    }

    int datanodes() {
        return datanodes;
    }
}
