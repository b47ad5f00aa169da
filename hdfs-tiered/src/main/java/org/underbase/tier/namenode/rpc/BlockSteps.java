package org.underbase.tier.namenode.rpc;

import java.util.function.BiConsumer;
import org.apache.hadoop.hdfs.server.blockmanagement.BlockInfo;
import org.apache.hadoop.hdfs.server.namenode.FSNamesystem;
import org.apache.hadoop.hdfs.server.namenode.INode;
import org.apache.hadoop.hdfs.server.namenode.INodeFile;

/** Visits of the blocks of a file in several short holds of the namesystem's read lock. */
final class BlockSteps {
    /** Number of blocks per hold: less than a millisecond. */
    private static final int STEP = 500;

    private final FSNamesystem namesystem;
    private final int step;

    BlockSteps(FSNamesystem namesystem) {
        this(namesystem, STEP);
    }

    BlockSteps(FSNamesystem namesystem, int step) {
        this.namesystem = namesystem;
        this.step = step;
    }

    /**
     * Visits each block under the lock. Between steps, the file may change; if it is deleted, the visits end.
     *
     * @param inode ID of the file's inode
     * @param visitor visitor of the file and a block
     */
    void each(long inode, BiConsumer<INodeFile, BlockInfo> visitor) {
        int next = 0;
        boolean more = true;
        while (more) {
            namesystem.readLock();
            try {
                INode found = namesystem.getFSDirectory().getInode(inode);
                BlockInfo[] blocks =
                        found != null && found.isFile() ? found.asFile().getBlocks() : BlockInfo.EMPTY_ARRAY;
                for (int end = Math.min(blocks.length, next + step); next < end; next++) {
                    visitor.accept(found.asFile(), blocks[next]);
                }
                more = next < blocks.length;
            } finally {
                namesystem.readUnlock("tierBlocks");
            }
        }
    }
}
