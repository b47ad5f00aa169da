package org.underbase.tier.namenode;

import java.lang.reflect.Method;
import java.lang.reflect.Modifier;
import java.util.Arrays;
import java.util.List;
import java.util.Optional;
import java.util.stream.Collectors;
import org.apache.hadoop.hdfs.protocolPB.ClientNamenodeProtocolServerSideTranslatorPB;
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

    /**
     * Method of Hadoop.
     *
     * @param type name of its class
     * @param signature its declaration with the simple names of the types, without access modifier and exceptions
     */
    record Member(String type, String signature) {
        Member(Class<?> type, String signature) {
            this(type.getName(), signature);
        }
    }

    private static final List<Member> MEMBERS = List.of(
            new Member(FSNamesystem.class, "FSPermissionChecker getPermissionChecker()"),
            new Member(FSNamesystem.class, "void checkNameNodeSafeMode(String)"),
            new Member(FSNamesystem.class, "void logAuditEvent(boolean, String, String)"),
            new Member(NAMENODE + "FSDirectory", "void checkPathAccess(FSPermissionChecker, INodesInPath, FsAction)"),
            new Member(NAMENODE + "FSDirectory", "INodesInPath resolvePath(FSPermissionChecker, String, DirOp)"),
            new Member(
                    NAMENODE + "FSDirXAttrOp",
                    "static INode unprotectedSetXAttrs(FSDirectory, INodesInPath, List, EnumSet)"),
            new Member(
                    NAMENODE + "FSDirXAttrOp", "static List unprotectedRemoveXAttrs(FSDirectory, INodesInPath, List)"),
            new Member(
                    NAMENODE + "FSDirAttrOp",
                    "static boolean setReplication(FSDirectory, FSPermissionChecker, BlockManager, String, short)"),
            new Member(NAMENODE + "FSEditLog", "void logSetXAttrs(String, List, boolean)"),
            new Member(NAMENODE + "FSEditLog", "void logRemoveXAttrs(String, List, boolean)"),
            new Member(NAMENODE + "NameNodeRpcServer", "Server getServiceRpcServer()"),
            new Member(NAMENODE + "INodeDirectory", "static int nextChild(ReadOnlyList, byte[])"),
            new Member(NAMENODE + "SerialNumberManager", "String getString(int)"),
            new Member(BlockManager.class, "boolean isReplicaCorrupt(BlockInfo, DatanodeDescriptor)"),
            new Member(DatanodeStorageInfo.class, "Iterator getBlockIterator()"),
            new Member(DatanodeStorageInfo.class, "long getRemaining()"),
            new Member(DatanodeStorageInfo.class, "State getState()"),
            new Member(DatanodeDescriptor.class, "DatanodeStorageInfo chooseStorage4Block(StorageType, long, int)"),
            new Member(
                    BlockPlacementPolicyDefault.class,
                    "Node chooseTargetInOrder(int, Node, Set, long, int, List, boolean, boolean, EnumMap)"),
            new Member(
                    BlockPlacementPolicyDefault.class,
                    "DatanodeDescriptor chooseDataNode(String, Collection, StorageType)"),
            new Member(
                    BlockPlacementPolicyDefault.class,
                    "void chooseFavouredNodes(String, int, List, Set, long, int, List, boolean, EnumMap)"),
            new Member(BlockPlacementPolicyDefault.class, "int addToExcludedNodes(DatanodeDescriptor, Set)"),
            new Member(NetworkTopology.class, "void sortByDistanceUsingNetworkLocation(Node, Node[], int, Consumer)"),
            new Member(
                    ClientNamenodeProtocolServerSideTranslatorPB.class,
                    "AddBlockResponseProto addBlock(RpcController, AddBlockRequestProto)"),
            new Member(
                    ClientNamenodeProtocolServerSideTranslatorPB.class,
                    "GetBlockLocationsResponseProto getBlockLocations(RpcController, GetBlockLocationsRequestProto)"));

    private HadoopShape() {}

    /**
     * Checks the members.
     *
     * @throws IllegalStateException if a member is missing; the message names it and the Hadoop version
     */
    static void check() {
        missing(MEMBERS).ifPresent(member -> {
            throw new IllegalStateException(
                    "tiers: Hadoop " + VersionInfo.getVersion() + " lacks '" + member.signature() + "' of "
                            + member.type() + ": this version of Underbase does not work with it");
        });
    }

    /** Returns the first member that this Hadoop release does not have. */
    static Optional<Member> missing(List<Member> members) {
        return members.stream().filter(member -> !exists(member)).findFirst();
    }

    private static boolean exists(Member member) {
        try {
            return Arrays.stream(Class.forName(member.type()).getDeclaredMethods())
                    .map(HadoopShape::signature)
                    .anyMatch(member.signature()::equals);
        } catch (ClassNotFoundException e) {
            return false;
        }
    }

    private static String signature(Method method) {
        return (Modifier.isStatic(method.getModifiers()) ? "static " : "")
                + method.getReturnType().getSimpleName() + " " + method.getName()
                + Arrays.stream(method.getParameterTypes())
                        .map(Class::getSimpleName)
                        .collect(Collectors.joining(", ", "(", ")"));
    }
}
