package org.underbase.tier.namenode.monitor;

import java.util.ArrayList;
import java.util.Iterator;
import java.util.LinkedHashSet;
import java.util.List;
import java.util.Set;
import java.util.function.LongPredicate;
import org.apache.hadoop.hdfs.server.blockmanagement.BlockInfo;
import org.apache.hadoop.hdfs.server.namenode.INodeFile;
import org.apache.hadoop.util.Time;

/**
 * Files to check when they are closed and their replicas are reported. A call that closes a file removes it. HDFS does not announce the
 * close of a file by the recovery of its lease, so the monitor also examines a few files at a time, in rotation. Thread-safe.
 */
final class OpenFiles {
    /** Maximum number of remembered files; a scan finds the others. */
    private static final int MAX = 100_000;

    /** Maximum time for which the check of a closed file waits for the reports of its replicas. */
    private static final long REPORT_MILLIS = 30_000;

    private final Set<Long> inodes = new LinkedHashSet<>();

    synchronized void add(long inode) {
        if (inodes.size() < MAX) {
            inodes.add(inode);
        }
    }

    synchronized boolean isEmpty() {
        return inodes.isEmpty();
    }

    /**
     * Removes a file that a client has closed.
     *
     * @return whether it was to be checked
     */
    synchronized boolean remove(long inode) {
        return inodes.remove(inode);
    }

    synchronized void clear() {
        inodes.clear();
    }

    /**
     * Removes and returns those of the next files that are not open; the others follow again after all the rest.
     *
     * @param limit maximum number of files to examine
     * @param open whether a file, by its inode ID, is {@linkplain #isUnfinished unfinished}
     */
    synchronized List<Long> closed(int limit, LongPredicate open) {
        List<Long> closed = new ArrayList<>();
        List<Long> still = new ArrayList<>();
        Iterator<Long> next = inodes.iterator();
        for (int i = 0; i < limit && next.hasNext(); i++) {
            long inode = next.next();
            (open.test(inode) ? still : closed).add(inode);
            next.remove();
        }
        inodes.addAll(still);
        return closed;
    }

    /**
     * Whether a file is open, or was closed recently and DataNodes have not yet reported all replicas of its last block. HDFS
     * completes a file with one reported replica, whose tier alone does not show where the others are.
     */
    static boolean isUnfinished(INodeFile file) {
        if (file.isUnderConstruction()) {
            return true;
        }
        long age = Time.now() - file.getModificationTime();
        BlockInfo last = file.getLastBlock();
        return last != null
                && !last.isStriped()
                && age >= 0
                && age < REPORT_MILLIS
                && last.numNodes() < file.getFileReplication();
    }
}
