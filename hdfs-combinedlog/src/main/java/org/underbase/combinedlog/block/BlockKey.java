package org.underbase.combinedlog.block;

/**
 * A block on this DataNode.
 *
 * @param pool its block pool's id
 * @param id the block's id
 */
public record BlockKey(String pool, long id) {
    @Override
    public String toString() {
        return pool + ":blk_" + id;
    }
}
