package org.underbase.tier.namenode.rpc;

import org.apache.hadoop.hdfs.server.namenode.FSNamesystem;
import org.apache.hadoop.hdfs.server.namenode.INode;
import org.underbase.tier.namenode.registry.TierQuotas;

/**
 * Changes by clients after which the use of quotas is counted again. Without quotas, it does nothing. Changes that it does not
 * receive, such as those by WebHDFS, are found by periodic counts. Thread-safe.
 */
public final class QuotaChanges {
    private final CalledInodes inodes;
    private final TierQuotas quotas;

    public QuotaChanges(FSNamesystem namesystem, TierQuotas quotas) {
        this.inodes = new CalledInodes(namesystem, quotas::used);
        this.quotas = quotas;
    }

    /** Records that the files at or below a path have changed. The path may not exist any longer. */
    void changed(String path) {
        inodes.use(directory -> nearest(directory.unprotectedResolvePath(path).getINodesArray()), quotas::changed);
    }

    /**
     * Records that a file was closed.
     *
     * @param id inode ID; 0 from clients that do not send it
     * @param path path of the file when it was opened
     */
    void closed(long id, String path) {
        if (id == 0) {
            changed(path);
        } else {
            inodes.use(directory -> directory.getInode(id), quotas::closed);
        }
    }

    /** Returns the last existing inode of a path, or null. */
    private static INode nearest(INode[] inodes) {
        INode last = null;
        for (INode inode : inodes) {
            last = inode == null ? last : inode;
        }
        return last;
    }
}
