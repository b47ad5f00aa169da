package org.apache.hadoop.hdfs;

import java.util.StringJoiner;
import org.apache.hadoop.hdfs.protocol.DatanodeInfo;
import org.apache.hadoop.hdfs.protocol.LocatedBlocks;

/**
 * Access to the in-memory state of HDFS streams and clients. No method calls the NameNode or a DataNode.
 *
 * <p>It is in this package because {@code DFSOutputStream.getSrc()}, {@code DFSClient.ugi} and
 * {@code DFSClient.getHedgedReadMetrics()} are package-private and {@code DFSInputStream.getSrc()} and
 * {@code DFSInputStream.getLocatedBlocks()} are protected; the public {@code getAllBlocks()} may call the NameNode.
 */
public final class DfsStreamFacts {
    private DfsStreamFacts() {}

    /** Returns the path with which the stream was opened, without scheme and authority. */
    public static String path(DFSInputStream in) {
        return in.getSrc();
    }

    /** Returns the path with which the stream was opened, without scheme and authority. */
    public static String path(DFSOutputStream out) {
        return out.getSrc();
    }

    /** Returns the number of located blocks, or -1 if there are none. */
    public static int locatedBlocks(DFSInputStream in) {
        LocatedBlocks blocks = in.getLocatedBlocks();
        return blocks == null ? -1 : blocks.locatedBlockCount();
    }

    /** Returns the blocks that the stream has located, first those at the start of the file; null if there are none. */
    public static LocatedBlocks blocks(DFSInputStream in) {
        return in.getLocatedBlocks();
    }

    /** Returns the short name of the client's user. */
    public static String user(DFSClient client) {
        return client.ugi.getShortUserName();
    }

    /** Returns the counters of hedged reads. */
    public static DFSHedgedReadMetrics hedgedReads(DFSClient client) {
        return client.getHedgedReadMetrics();
    }

    /** Returns the current pipeline as {@code host:port,host:port}; empty without a pipeline. */
    public static String pipeline(DFSOutputStream out) {
        DatanodeInfo[] nodes = out.getPipeline();
        if (nodes == null) {
            return "";
        }
        StringJoiner names = new StringJoiner(",");
        for (DatanodeInfo node : nodes) {
            if (node != null) {
                names.add(node.getXferAddrWithHostname());
            }
        }
        return names.toString();
    }
}
