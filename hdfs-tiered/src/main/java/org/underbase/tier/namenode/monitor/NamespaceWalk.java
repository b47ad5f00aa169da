package org.underbase.tier.namenode.monitor;

import java.util.ArrayDeque;
import java.util.Deque;
import java.util.List;
import java.util.function.ToIntFunction;
import org.apache.hadoop.hdfs.server.namenode.FSNamesystem;
import org.apache.hadoop.hdfs.server.namenode.INode;
import org.apache.hadoop.hdfs.server.namenode.INodeFile;
import org.apache.hadoop.hdfs.server.namenode.TierNamesystem;

/**
 * Goes through all files of the namespace in pieces, between which the lock is free and the namespace may change. It
 * remembers directories by the id of their inode and the name it has come to: what is created behind it is seen by the next
 * walk, what is deleted is left out, and a directory that moves is gone on with where it is. Used by one thread.
 */
final class NamespaceWalk {
    private static final int CHILDREN = 256;

    /** A directory that is not finished. */
    private static final class Frame {
        private final long directory;
        private byte[] last = new byte[0];

        Frame(long directory) {
            this.directory = directory;
        }
    }

    private final FSNamesystem namesystem;
    private final Deque<Frame> open = new ArrayDeque<>();

    NamespaceWalk(FSNamesystem namesystem) {
        this.namesystem = namesystem;
        open.push(new Frame(namesystem.getFSDirectory().getRoot().getId()));
    }

    boolean done() {
        return open.isEmpty();
    }

    /**
     * Goes on until the visits have cost {@code budget} or all is done. The namesystem's read lock must be held.
     *
     * @param visit what to do with a file; what it cost is what it returns, at least 1
     */
    void advance(int budget, ToIntFunction<INodeFile> visit) {
        int left = budget;
        while (left > 0 && !open.isEmpty()) {
            Frame frame = open.peek();
            INode inode = namesystem.getFSDirectory().getInode(frame.directory);
            if (inode == null || !inode.isDirectory()) {
                open.pop();
                continue;
            }
            List<INode> children =
                    TierNamesystem.childrenAfter(inode.asDirectory(), frame.last, Math.min(left, CHILDREN));
            if (children.isEmpty()) {
                open.pop();
                left--;
            }
            for (INode child : children) {
                frame.last = child.getLocalNameBytes();
                if (child.isDirectory()) {
                    open.push(new Frame(child.getId()));
                    left--;
                    break;
                }
                left -= child.isFile() ? Math.max(1, visit.applyAsInt(child.asFile())) : 1;
                if (left <= 0) {
                    break;
                }
            }
        }
    }
}
