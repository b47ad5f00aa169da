package org.underbase.tier.namenode.rpc;

import java.io.IOException;
import org.apache.hadoop.ha.HAServiceProtocol.HAServiceState;
import org.apache.hadoop.hdfs.server.namenode.FSNamesystem;
import org.apache.hadoop.hdfs.server.namenode.FSPermissionChecker;
import org.apache.hadoop.hdfs.server.namenode.INode;
import org.apache.hadoop.hdfs.server.namenode.NameNode;
import org.apache.hadoop.hdfs.server.namenode.TierNamesystem;
import org.apache.hadoop.security.AccessControlException;
import org.apache.hadoop.security.UserGroupInformation;
import org.apache.hadoop.security.authorize.AccessControlList;
import org.underbase.tier.conf.TierKeys;
import org.underbase.tier.namenode.registry.FilePolicy;
import org.underbase.tier.namenode.registry.TierRegistry;
import org.underbase.tier.namenode.retrieval.TierTopology;
import org.underbase.tier.policy.PlacementPolicy;
import org.underbase.tier.policy.ReplicaVector;
import org.underbase.tier.policy.TierCounts;

/**
 * Permission to give a path more replicas on fast tiers than it has ({@code dfs.tier.raise.acl}). A path whose policy does not
 * assign replicas to tiers has none. Thread-safe.
 */
public final class RaiseAccess {
    /** Replication at which policies of directories are compared, unless a vector has more replicas. */
    private static final int DIRECTORY_REPLICATION = 3;

    private final FSNamesystem namesystem;
    private final TierTopology topology;
    private final TierRegistry registry;
    private final AccessControlList allowed;

    public RaiseAccess(FSNamesystem namesystem, TierTopology topology) {
        this.namesystem = namesystem;
        this.topology = topology;
        this.registry = topology.registry();
        this.allowed = new AccessControlList(TierKeys.RAISE_ACL.text(topology.getConf()));
    }

    /**
     * Checks a change of the wanted counts of a file.
     *
     * @throws AccessControlException if it is a raise and the caller has no permission
     */
    void check(String path, TierCounts before, TierCounts after) throws IOException {
        if (!allowed.isAllAllowed() && after.isFasterThan(before) && !TierNamesystem.calledBySuperuser(namesystem)) {
            UserGroupInformation caller = NameNode.getRemoteUser();
            if (!allowed.isUserAllowed(caller)) {
                throw new AccessControlException("user " + caller.getShortUserName() + " is not in "
                        + TierKeys.RAISE_ACL.name() + ": cannot give " + path + " more replicas on fast tiers");
            }
        }
    }

    /**
     * Checks a change of the policy of a file or directory.
     *
     * @param replication new replication of the file; 0 for a directory
     * @throws AccessControlException if it is a raise and the caller has no permission
     */
    void check(String path, INode inode, PlacementPolicy before, PlacementPolicy after, int replication)
            throws IOException {
        int replicasBefore = inode.isFile() ? topology.policies().of(inode).ownReplication() : sum(before, after);
        int replicasAfter = inode.isFile() ? replication : replicasBefore;
        check(path, counts(before, replicasBefore, inode), counts(after, replicasAfter, inode));
    }

    /**
     * Checks the replication that a client is about to set. HDFS itself then rejects an invalid path and a caller without write
     * permission.
     *
     * @throws AccessControlException if it is a raise and the caller has no permission
     */
    void checkReplication(String path, short replication) throws IOException {
        if (allowed.isAllAllowed() || !topology.policies().used() || namesystem.getState() != HAServiceState.ACTIVE) {
            return;
        }
        // Before the lock: it may look up the groups of the caller.
        FSPermissionChecker checker = TierNamesystem.checker(namesystem);
        TierCounts before;
        TierCounts after;
        namesystem.readLock();
        try {
            INode inode =
                    TierNamesystem.resolve(namesystem, checker, path, false).getLastINode();
            if (inode == null) {
                return;
            }
            FilePolicy file = topology.policies().of(inode);
            if (file.wanted().isEmpty()) {
                return;
            }
            before = closed(file.policy(), file.ownReplication(), inode);
            after = closed(file.policy(), replication, inode);
        } catch (IOException e) {
            // HDFS itself rejects the path, and records this in its audit log.
            return;
        } finally {
            namesystem.readUnlock("tierCall");
        }
        try {
            check(path, before, after);
        } catch (AccessControlException e) {
            TierNamesystem.auditRejection(namesystem, "setReplication", path);
            throw e;
        }
    }

    private static int sum(PlacementPolicy before, PlacementPolicy after) {
        return Math.max(
                DIRECTORY_REPLICATION,
                Math.max(
                        before.vector().map(ReplicaVector::sum).orElse(0),
                        after.vector().map(ReplicaVector::sum).orElse(0)));
    }

    private TierCounts counts(PlacementPolicy policy, int replication, INode inode) {
        return policy.landing(registry.populated(), replication).orElseGet(() -> closed(policy, replication, inode));
    }

    private TierCounts closed(PlacementPolicy policy, int replication, INode inode) {
        return policy.wanted(registry.tiers(), registry.populated(), Math.max(1, replication), inode.getId())
                .orElseGet(() -> TierCounts.none(registry.tiers().size()));
    }
}
