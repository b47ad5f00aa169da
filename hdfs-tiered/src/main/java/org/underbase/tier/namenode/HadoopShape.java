package org.underbase.tier.namenode;

import java.util.List;
import org.apache.hadoop.hdfs.server.blockmanagement.BlockManager;
import org.apache.hadoop.hdfs.server.blockmanagement.BlockPlacementPolicyDefault;
import org.apache.hadoop.hdfs.server.blockmanagement.DatanodeDescriptor;
import org.apache.hadoop.hdfs.server.blockmanagement.DatanodeStorageInfo;
import org.apache.hadoop.hdfs.server.namenode.FSNamesystem;
import org.apache.hadoop.net.NetworkTopology;
import org.apache.hadoop.util.VersionInfo;

/** Check that this Hadoop release has the private members that the tiers use, made once before any use. */
final class HadoopShape {
    private static final String NAMENODE = "org.apache.hadoop.hdfs.server.namenode.";

    private record Member(String type, String method, int parameters) {}

    private static final List<Member> MEMBERS = List.of(
            new Member(FSNamesystem.class.getName(), "getPermissionChecker", 0),
            new Member(FSNamesystem.class.getName(), "checkNameNodeSafeMode", 1),
            new Member(FSNamesystem.class.getName(), "logAuditEvent", 3),
            new Member(NAMENODE + "FSDirectory", "checkPathAccess", 3),
            new Member(NAMENODE + "FSDirectory", "resolvePath", 3),
            new Member(NAMENODE + "FSDirXAttrOp", "unprotectedSetXAttrs", 4),
            new Member(NAMENODE + "FSDirXAttrOp", "unprotectedRemoveXAttrs", 3),
            new Member(NAMENODE + "FSDirAttrOp", "setReplication", 5),
            new Member(NAMENODE + "FSEditLog", "logSetXAttrs", 3),
            new Member(NAMENODE + "FSEditLog", "logRemoveXAttrs", 3),
            new Member(NAMENODE + "NameNodeRpcServer", "getServiceRpcServer", 0),
            new Member(NAMENODE + "INodeDirectory", "nextChild", 2),
            new Member(NAMENODE + "SerialNumberManager", "getString", 1),
            new Member(BlockManager.class.getName(), "isReplicaCorrupt", 2),
            new Member(DatanodeStorageInfo.class.getName(), "getBlockIterator", 0),
            new Member(DatanodeStorageInfo.class.getName(), "getRemaining", 0),
            new Member(DatanodeStorageInfo.class.getName(), "getState", 0),
            new Member(DatanodeDescriptor.class.getName(), "chooseStorage4Block", 3),
            new Member(BlockPlacementPolicyDefault.class.getName(), "chooseTargetInOrder", 9),
            new Member(BlockPlacementPolicyDefault.class.getName(), "chooseDataNode", 3),
            new Member(BlockPlacementPolicyDefault.class.getName(), "chooseFavouredNodes", 9),
            new Member(BlockPlacementPolicyDefault.class.getName(), "addToExcludedNodes", 2),
            new Member(NetworkTopology.class.getName(), "sortByDistanceUsingNetworkLocation", 4));

    private HadoopShape() {}

    /**
     * Checks the members.
     *
     * @throws IllegalStateException if a member is missing; the message names it and the Hadoop version
     */
    static void check() {
        for (Member member : MEMBERS) {
            if (!has(member)) {
                throw new IllegalStateException("tiers: Hadoop " + VersionInfo.getVersion() + " has no "
                        + member.type() + "." + member.method() + " with " + member.parameters()
                        + " parameters: this version of Underbase does not work with it");
            }
        }
    }

    private static boolean has(Member member) {
        try {
            for (var method : Class.forName(member.type()).getDeclaredMethods()) {
                if (method.getName().equals(member.method()) && method.getParameterCount() == member.parameters()) {
                    return true;
                }
            }
            return false;
        } catch (ClassNotFoundException e) {
            return false;
        }
    }
}
