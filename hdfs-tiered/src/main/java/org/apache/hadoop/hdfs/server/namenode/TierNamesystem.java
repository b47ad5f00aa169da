package org.apache.hadoop.hdfs.server.namenode;

import java.io.IOException;
import java.nio.charset.StandardCharsets;
import java.util.ArrayList;
import java.util.EnumSet;
import java.util.List;
import java.util.Optional;
import org.apache.hadoop.fs.XAttr;
import org.apache.hadoop.fs.XAttrSetFlag;
import org.apache.hadoop.fs.permission.FsAction;
import org.apache.hadoop.hdfs.XAttrHelper;
import org.apache.hadoop.hdfs.server.namenode.FSDirectory.DirOp;
import org.apache.hadoop.hdfs.server.namenode.NameNode.OperationCategory;
import org.apache.hadoop.hdfs.server.namenode.snapshot.Snapshot;
import org.apache.hadoop.hdfs.util.ReadOnlyList;
import org.apache.hadoop.ipc.RPC;
import org.apache.hadoop.security.AccessControlException;

/**
 * What the tiers need of the namesystem that is package-private there: the edit log's xattr records
 * ({@code FSEditLog.logSetXAttrs}, {@code logRemoveXAttrs}), {@code FSDirXAttrOp.unprotectedRemoveXAttrs},
 * {@code FSDirAttrOp.setReplication}, permission checks ({@code getPermissionChecker},
 * {@code FSDirectory.checkPathAccess}), {@code checkNameNodeSafeMode}, {@code logAuditEvent},
 * {@code NameNodeRpcServer.getServiceRpcServer}, {@code INodeDirectory.nextChild}, and the serial numbers of xattr names.
 * Nothing else belongs here.
 *
 * <p>The attributes are in the namespace {@code system}: no client can see or set them.
 */
public final class TierNamesystem {
    /** What can be done to the attributes and the replication of one path, under one hold of the write lock. */
    public interface Change {
        /** The path's inode as it is now; the write lock is held. */
        void apply(Target target) throws IOException;
    }

    private TierNamesystem() {}

    /** One path under the write lock. */
    public static final class Target {
        private final FSNamesystem namesystem;
        private final FSPermissionChecker checker;
        private final INodesInPath path;
        private final boolean withRpcIds;

        private Target(FSNamesystem namesystem, FSPermissionChecker checker, INodesInPath path, boolean withRpcIds) {
            this.namesystem = namesystem;
            this.checker = checker;
            this.path = path;
            this.withRpcIds = withRpcIds;
        }

        public INodesInPath path() {
            return path;
        }

        /** Sets an attribute. */
        public void set(String attribute, String value) throws IOException {
            List<XAttr> attributes = List.of(XAttrHelper.buildXAttr(attribute, value.getBytes(StandardCharsets.UTF_8)));
            FSDirectory directory = namesystem.getFSDirectory();
            directory.writeLock();
            try {
                FSDirXAttrOp.unprotectedSetXAttrs(
                        directory, path, attributes, EnumSet.of(XAttrSetFlag.CREATE, XAttrSetFlag.REPLACE));
                namesystem.getEditLog().logSetXAttrs(path.getPath(), attributes, withRpcIds);
            } finally {
                directory.writeUnlock();
            }
        }

        /** Removes an attribute, if it is there. */
        public void remove(String attribute) throws IOException {
            FSDirectory directory = namesystem.getFSDirectory();
            directory.writeLock();
            try {
                List<XAttr> removed = FSDirXAttrOp.unprotectedRemoveXAttrs(
                        directory, path, new ArrayList<>(List.of(XAttrHelper.buildXAttr(attribute))));
                if (removed != null && !removed.isEmpty()) {
                    namesystem.getEditLog().logRemoveXAttrs(path.getPath(), removed, withRpcIds);
                }
            } finally {
                directory.writeUnlock();
            }
        }

        /** Throws what {@link #setReplication} would for a replication out of the cluster's limits. */
        public void requireReplication(short replication) throws IOException {
            namesystem.getBlockManager().verifyReplication(path.getPath(), replication, null);
        }

        /** Sets the replication of a file, as a client's setReplication does: quota, limits, excess replicas. */
        public void setReplication(short replication) throws IOException {
            FSDirAttrOp.setReplication(
                    namesystem.getFSDirectory(), checker, namesystem.getBlockManager(), path.getPath(), replication);
        }
    }

    /**
     * Changes one path, durably: the edit log is synced before this returns.
     *
     * @param command the name of the operation for the audit log
     * @param caller whether the caller's permissions are checked and the operation is audited; else it is the NameNode's own
     * @param withRpcIds whether the edit log should hold the call's ids for the retry cache
     * @throws AccessControlException when the caller may not write to the path
     */
    public static void change(
            FSNamesystem namesystem, String path, String command, boolean caller, boolean withRpcIds, Change change)
            throws IOException {
        namesystem.checkOperation(OperationCategory.WRITE);
        // In a thread of the NameNode's own this is the NameNode's user, who may do everything.
        FSPermissionChecker checker = namesystem.getPermissionChecker();
        try {
            namesystem.writeLock();
            try {
                namesystem.checkOperation(OperationCategory.WRITE);
                namesystem.checkNameNodeSafeMode("Cannot change the tiers of " + path);
                FSDirectory directory = namesystem.getFSDirectory();
                INodesInPath resolved = directory.resolvePath(checker, path, DirOp.WRITE);
                FSDirectory.resolveLastINode(resolved);
                if (caller && directory.isPermissionEnabled()) {
                    directory.checkPathAccess(checker, resolved, FsAction.WRITE);
                }
                change.apply(new Target(namesystem, checker, resolved, withRpcIds));
            } finally {
                namesystem.writeUnlock(command);
            }
        } catch (AccessControlException e) {
            namesystem.logAuditEvent(false, command, path);
            throw e;
        }
        namesystem.getEditLog().logSync();
        if (caller) {
            namesystem.logAuditEvent(true, command, path);
        }
    }

    /**
     * Resolves a path for reading. The read lock must be held.
     *
     * @param content whether the caller must be allowed to read the file, as for its blocks' locations; else it is enough
     *     to be allowed to traverse to it, as for its status
     * @throws AccessControlException when the caller may not
     */
    public static INodesInPath resolve(
            FSNamesystem namesystem, FSPermissionChecker checker, String path, boolean content) throws IOException {
        FSDirectory directory = namesystem.getFSDirectory();
        INodesInPath resolved = directory.resolvePath(checker, path, DirOp.READ);
        FSDirectory.resolveLastINode(resolved);
        if (content && directory.isPermissionEnabled()) {
            directory.checkPathAccess(checker, resolved, FsAction.READ);
        }
        return resolved;
    }

    /** The checker of the calling user. */
    public static FSPermissionChecker checker(FSNamesystem namesystem) throws IOException {
        return namesystem.getPermissionChecker();
    }

    /** Whether the calling user is the superuser. */
    public static boolean calledBySuperuser(FSNamesystem namesystem) throws IOException {
        return namesystem.getPermissionChecker().isSuperUser();
    }

    /** The attribute of an inode itself, in the snapshot the path is of. The read lock must be held. */
    public static Optional<String> attribute(INode inode, int snapshot, String attribute) {
        if (inode.getXAttrFeature(snapshot) == null) {
            return Optional.empty();
        }
        XAttr found = XAttrStorage.readINodeXAttrByPrefixedName(inode, snapshot, attribute);
        return found == null ? Optional.empty() : Optional.of(new String(found.getValue(), StandardCharsets.UTF_8));
    }

    /**
     * Whether an inode anywhere may have an xattr of a name, in any namespace. HDFS numbers the names of all xattrs it has
     * ever seen from 1 on, so a name without a number is nowhere. Not thread-safe.
     */
    public static final class XattrNames {
        private final String name;
        private int next = 1;
        private boolean seen;

        /** @param name without the prefix of its namespace */
        public XattrNames(String name) {
            this.name = name;
        }

        /** Whether the name has been seen by now. */
        public boolean seen() {
            try {
                while (!seen) {
                    seen = name.equals(SerialNumberManager.XATTR.getString(next));
                    next++;
                }
            } catch (IllegalStateException none) {
                // There is no name of this number yet: that is how the map says so.
                return false;
            }
            return true;
        }
    }

    /** The children of a directory whose names come after {@code name}, at most {@code limit}. The lock must be held. */
    public static List<INode> childrenAfter(INodeDirectory directory, byte[] name, int limit) {
        ReadOnlyList<INode> children = directory.getChildrenList(Snapshot.CURRENT_STATE_ID);
        int first = name.length == 0 ? 0 : INodeDirectory.nextChild(children, name);
        List<INode> result = new ArrayList<>();
        for (int i = first; i < children.size() && result.size() < limit; i++) {
            result.add(children.get(i));
        }
        return result;
    }

    /** The RPC server that DataNodes call when it is not the one clients call. */
    public static Optional<RPC.Server> serviceServer(NameNodeRpcServer server) {
        return Optional.ofNullable(server.getServiceRpcServer());
    }
}
