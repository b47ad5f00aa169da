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
 * Walk over all files of the namespace in steps. Between steps, the lock is free and the namespace may change. The walk
 * remembers directories by inode ID and the last visited name: the next walk finds files that are created before that
 * name, deleted files are skipped, and the walk continues in moved directories. Thread-confined.
 */
final class NamespaceWalk {
    private static final int CHILDREN = 256;

    /** Directory that the walk has not completed. */
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

    /** Leaves the current directory, from which the walk cannot continue. */
    void skip() {
        open.poll();
    }

    /**
     * Continues until the visits have cost {@code budget} or the walk is complete. The caller holds the namesystem's
     * read lock.
     *
     * @param budget maximum cost of the visits
     * @param visit visitor of files, which returns the cost of a visit, at least 1
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
