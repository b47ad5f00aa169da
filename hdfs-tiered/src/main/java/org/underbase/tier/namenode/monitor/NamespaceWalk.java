package org.underbase.tier.namenode.monitor;

import java.util.ArrayDeque;
import java.util.Deque;
import java.util.List;
import org.apache.hadoop.hdfs.server.namenode.FSNamesystem;
import org.apache.hadoop.hdfs.server.namenode.INode;
import org.apache.hadoop.hdfs.server.namenode.INodeDirectory;
import org.apache.hadoop.hdfs.server.namenode.INodeFile;
import org.apache.hadoop.hdfs.server.namenode.TierNamesystem;

/**
 * Walk over all files of the namespace, or of a directory, in steps. Between steps, the lock is free and the namespace may change. The walk
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
        this(namesystem, namesystem.getFSDirectory().getRoot().getId());
    }

    /** @param directory inode ID of the directory to walk */
    NamespaceWalk(FSNamesystem namesystem, long directory) {
        this.namesystem = namesystem;
        open.push(new Frame(directory));
    }

    boolean done() {
        return open.isEmpty();
    }

    /** Leaves the current directory, from which the walk cannot continue. */
    void skip() {
        open.poll();
    }

    /** Visitor of files. */
    @FunctionalInterface
    interface Visitor {
        /**
         * Visits a file.
         *
         * @return whether the visit is complete; otherwise the next step repeats it
         */
        boolean visit(INodeFile file);

        /**
         * Called before the children of a directory are visited, possibly more than once.
         *
         * @return whether to visit them
         */
        default boolean enter(INodeDirectory directory) {
            return true;
        }
    }

    /**
     * Continues until the hold is over or the walk is complete. The caller holds the namesystem's read lock.
     *
     * @param hold hold of the lock; each visited inode counts as a block
     */
    void advance(LockHold hold, Visitor visitor) {
        while (!hold.over() && !open.isEmpty()) {
            Frame frame = open.peek();
            INode inode = namesystem.getFSDirectory().getInode(frame.directory);
            if (inode == null || !inode.isDirectory()) {
                open.pop();
                continue;
            }
            List<INode> children = TierNamesystem.childrenAfter(inode.asDirectory(), frame.last, CHILDREN);
            if (children.isEmpty()) {
                open.pop();
                hold.block();
            }
            for (INode child : children) {
                if (hold.over()) {
                    return;
                }
                if (child.isFile() && !visitor.visit(child.asFile())) {
                    return;
                }
                hold.block();
                frame.last = child.getLocalNameBytes();
                if (child.isDirectory() && visitor.enter(child.asDirectory())) {
                    open.push(new Frame(child.getId()));
                    break;
                }
            }
        }
    }
}
