package org.underbase.localcompact.hdfs;

import java.io.IOException;
import java.time.Duration;
import java.util.List;
import org.apache.hadoop.hdfs.protocol.LocatedBlock;

/** A file of HDFS that gets one block after the other, each with replicas that are written independently. */
public interface BlockwiseFile {
    /**
     * Gets a block on the wanted nodes.
     *
     * @return the block with its token and one location for each node, in any order
     * @throws PlacementException when the NameNode places it elsewhere; the block was given back
     * @throws IOException when the NameNode refuses or the lease is lost
     */
    LocatedBlock nextBlock() throws IOException;

    /**
     * Gets a new generation stamp for the block that is being written. May be repeated, when a node fails in the recovery.
     *
     * @return the block with its new stamp and token, on the same locations
     * @throws IOException when the NameNode refuses
     */
    LocatedBlock beginRecovery() throws IOException;

    /**
     * Ends a recovery: the block has the new generation stamp and is on the survivors alone, which write on.
     *
     * @param survivors the nodes whose replicas have the new stamp, two at least
     * @throws IOException when they are fewer or others than the block's nodes, or the NameNode refuses
     */
    void endRecovery(List<String> survivors) throws IOException;

    /**
     * Ends the block: its replicas are finalized on all of the file's nodes.
     *
     * @param bytes the length of each
     */
    void endBlock(long bytes);

    /**
     * Completes the file, and waits until it has as many replicas as it is to have.
     *
     * @param atMost the time this may take
     * @throws IOException when the NameNode refuses, or the replicas are not known in time
     */
    void complete(Duration atMost) throws IOException;
}
