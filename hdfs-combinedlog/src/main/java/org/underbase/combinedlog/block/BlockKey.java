package org.underbase.combinedlog.block;

import java.util.Comparator;

/**
 * Identity of a block on this DataNode. The natural order is that of block IDs in a pool, in which HDFS creates block files: a disk
 * seeks least if their replicas are read in it.
 *
 * @param pool ID of the block pool
 * @param id block ID
 */
public record BlockKey(String pool, long id) implements Comparable<BlockKey> {
    private static final Comparator<BlockKey> ORDER =
            Comparator.comparing(BlockKey::pool).thenComparingLong(BlockKey::id);

    @Override
    public int compareTo(BlockKey other) {
        return ORDER.compare(this, other);
    }

    @Override
    public String toString() {
        return pool + ":blk_" + id;
    }
}
