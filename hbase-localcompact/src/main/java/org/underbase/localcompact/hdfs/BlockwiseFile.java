package org.underbase.localcompact.hdfs;

import java.io.IOException;
import java.time.Duration;
import java.util.List;
import org.apache.hadoop.hdfs.protocol.LocatedBlock;

/** HDFS file that is written block by block, with independently written replicas. */
public interface BlockwiseFile {
    /**
     * Allocates a block on the wanted nodes.
     *
     * @return the block with its token and one location per node, in any order
     * @throws PlacementException if the NameNode places it elsewhere; the block is then abandoned
     * @throws IOException if the NameNode rejects the call or the lease is lost
     */
    LocatedBlock nextBlock() throws IOException;

    /**
     * Gets a new generation stamp for the current block. May be repeated if a node fails during the recovery.
     *
     * @return the block with its new generation stamp and token, on the same locations
     * @throws IOException if the NameNode rejects the call
     */
    LocatedBlock beginRecovery() throws IOException;

    /**
     * Ends a recovery: the block has the new generation stamp and only the survivors' replicas. Only they write further
     * blocks.
     *
     * @param survivors nodes whose replicas have the new generation stamp, at least two
     * @throws IOException if they are fewer or not nodes of the block, or if the NameNode rejects the call
     */
    void endRecovery(List<String> survivors) throws IOException;

    /**
     * Ends the block after its replicas are finalized on all nodes of the file.
     *
     * @param bytes length of each replica, in bytes
     */
    void endBlock(long bytes);

    /**
     * Completes the file and waits until its blocks have as many replicas as a stock writer requires.
     *
     * @param atMost maximum time without a further replica
     * @throws IOException if the NameNode rejects the call, or replicas are missing after the wait
     */
    void complete(Duration atMost) throws IOException;
}
