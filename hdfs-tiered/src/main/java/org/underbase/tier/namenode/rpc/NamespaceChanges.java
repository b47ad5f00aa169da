package org.underbase.tier.namenode.rpc;

import java.io.IOException;
import java.util.Optional;
import org.apache.hadoop.hdfs.server.namenode.FSNamesystem;
import org.underbase.tier.namenode.monitor.TierMonitor;
import org.underbase.tier.namenode.registry.TierPolicies;
import org.underbase.tier.policy.PlacementPolicy;

/**
 * Changes by clients after which the replicas of a file may belong to other tiers; the monitor checks them immediately. Until a
 * policy is in use, it does nothing. Changes that it does not receive, such as those by WebHDFS, which calls the NameNode
 * without an RPC, are found by full scans. Thread-safe.
 */
public final class NamespaceChanges {
    private final CalledInodes inodes;
    private final TierPolicies policies;
    private final TierMonitor monitor;

    public NamespaceChanges(FSNamesystem namesystem, TierPolicies policies, TierMonitor monitor) {
        this.inodes = new CalledInodes(namesystem, policies::used);
        this.policies = policies;
        this.monitor = monitor;
    }

    /**
     * File or directory before its rename.
     *
     * @param inode inode ID
     * @param policy policy in force
     */
    record Renamed(long inode, PlacementPolicy policy) {}

    /** Returns the inode of a path that is to be renamed. Another client may rename it first; then a scan finds it. */
    Optional<Renamed> beforeRename(String path) {
        Renamed[] found = {null};
        inodes.use(
                directory -> directory.unprotectedResolvePath(path).getLastINode(),
                inode ->
                        found[0] = new Renamed(inode.getId(), policies.of(inode).policy()));
        return Optional.ofNullable(found[0]);
    }

    /** Schedules a check if a rename, possibly a failed one, has changed the policy in force. */
    void renamed(Renamed before) {
        inodes.use(directory -> directory.getInode(before.inode()), inode -> {
            if (!policies.of(inode).policy().equals(before.policy())) {
                monitor.look(inode.getId(), inode.isDirectory());
            }
        });
    }

    /**
     * Ends the caching of a file whose replication the calling user is about to set, and keeps the file from entering the cache
     * before the replication is set: the user's number would then contain the additional replica.
     *
     * @throws IOException if the user may not set it
     */
    void beforeSetReplication(String path) throws IOException {
        boolean[] marked = {false};
        inodes.use(directory -> directory.unprotectedResolvePath(path).getLastINode(), inode -> {
            monitor.cache().pauseFile(inode.getId());
            // The new number could make an obsolete mark valid.
            marked[0] = TierPolicies.marked(inode);
        });
        if (marked[0]) {
            monitor.cache().release(path);
        }
    }

    /** Schedules a check of a file whose blocks or replication have changed. */
    void changed(String path) {
        inodes.use(directory -> directory.unprotectedResolvePath(path).getLastINode(), inode -> {
            if (inode.isFile() && policies.of(inode).wanted().isPresent()) {
                monitor.look(inode.getId(), false);
            }
        });
    }

    /**
     * Schedules a check of a closed file, if its check was postponed while it was under construction.
     *
     * @param inode inode ID; 0 from clients that do not send it
     */
    void closed(long inode) {
        monitor.closed(inode);
    }
}
