package org.underbase.combinedlog.block;

/**
 * Identity of a block on this DataNode.
 *
 * @param pool ID of the block pool
 * @param id block ID
 */
public record BlockKey(String pool, long id) {
    @Override
    public String toString() {
        return pool + ":blk_" + id;
    }
}
