package org.apache.hadoop.hdfs;

import java.util.StringJoiner;
import org.apache.hadoop.hdfs.protocol.DatanodeInfo;
import org.apache.hadoop.hdfs.protocol.LocatedBlocks;

/**
 * What HDFS streams and clients know of themselves. Every answer comes from memory: no call here reaches the NameNode or
 * a DataNode.
 *
 * <p>It is in this package because {@code DFSOutputStream.getSrc()} and {@code DFSClient.ugi} are package-private and
 * {@code DFSInputStream.getSrc()} and {@code DFSInputStream.getLocatedBlocks()} are protected; the public
 * {@code getAllBlocks()} may ask the NameNode.
 */
public final class DfsStreamFacts {
    private DfsStreamFacts() {}

    /** The path the stream was opened with, without scheme and authority. */
    public static String path(DFSInputStream in) {
        return in.getSrc();
    }

    /** The path the stream was opened with, without scheme and authority. */
    public static String path(DFSOutputStream out) {
        return out.getSrc();
    }

    /** How many blocks the stream has located so far, or -1 when it has located none. */
    public static int locatedBlocks(DFSInputStream in) {
        LocatedBlocks blocks = in.getLocatedBlocks();
        return blocks == null ? -1 : blocks.locatedBlockCount();
    }

    /** The short name of the user a client acts for. */
    public static String user(DFSClient client) {
        return client.ugi.getShortUserName();
    }

    /** The DataNodes of the block being written as {@code host:port,host:port}, in pipeline order; empty when there is none. */
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
