package org.underbase.tier.namenode.rpc;

import java.io.IOException;
import java.util.function.Consumer;
import org.apache.hadoop.ha.HAServiceProtocol.HAServiceState;
import org.apache.hadoop.hdfs.server.namenode.FSDirectory;
import org.apache.hadoop.hdfs.server.namenode.FSNamesystem;
import org.apache.hadoop.hdfs.server.namenode.INode;
import org.slf4j.Logger;
import org.slf4j.LoggerFactory;
import org.underbase.tier.namenode.registry.TierQuotas;

/**
 * Changes by clients after which the use of quotas is counted again. Without quotas, it does nothing. Changes that it does not
 * receive, such as those by WebHDFS, are found by periodic counts. Thread-safe.
 */
public final class QuotaChanges {
    private static final Logger LOG = LoggerFactory.getLogger(QuotaChanges.class);

    private final FSNamesystem namesystem;
    private final TierQuotas quotas;

    public QuotaChanges(FSNamesystem namesystem, TierQuotas quotas) {
        this.namesystem = namesystem;
        this.quotas = quotas;
    }

    /** Records that the files at or below a path have changed. The path may not exist any longer. */
    void changed(String path) {
        use(directory -> nearest(directory.unprotectedResolvePath(path).getINodesArray()), quotas::changed);
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
            use(directory -> directory.getInode(id), quotas::closed);
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

    /** Search for an inode under the read lock; the result may be null. */
    @FunctionalInterface
    private interface Search {
        INode find(FSDirectory directory) throws IOException;
    }

    private void use(Search search, Consumer<INode> use) {
        if (!quotas.used() || namesystem.getState() != HAServiceState.ACTIVE) {
            return;
        }
        namesystem.readLock();
        try {
            INode inode = search.find(namesystem.getFSDirectory());
            if (inode != null) {
                use.accept(inode);
            }
        } catch (IOException | RuntimeException e) {
            // The call itself has succeeded, or has reported an invalid path.
            LOG.debug("tiers: no count of a changed path", e);
        } finally {
            namesystem.readUnlock("tierQuota");
        }
    }
}
