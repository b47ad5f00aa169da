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
 * Access to package-private members of the namesystem: the edit log's xattr records
 * ({@code FSEditLog.logSetXAttrs}, {@code logRemoveXAttrs}), {@code FSDirXAttrOp.unprotectedRemoveXAttrs},
 * {@code FSDirAttrOp.setReplication}, permission checks ({@code getPermissionChecker},
 * {@code FSDirectory.checkPathAccess}), {@code checkNameNodeSafeMode}, {@code logAuditEvent},
 * {@code NameNodeRpcServer.getServiceRpcServer}, {@code INodeDirectory.nextChild}, and the serial numbers of xattr names.
 * It contains nothing else.
 *
 * <p>The xattrs are in the namespace {@code system}: clients can neither see nor set them.
 */
public final class TierNamesystem {
    /** Change of the xattrs and the replication of one path. */
    public interface Change {
        /** Makes the change while the write lock is held. */
        void apply(Target target) throws IOException;
    }

    private TierNamesystem() {}

    /** Edits that belong together. */
    @FunctionalInterface
    public interface Edits {
        /** Logs the edits. */
        void log() throws IOException;
    }

    /** Path of a change under the write lock, or of its validation under the read lock. */
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

        /**
         * Logs several edits so that no sync separates them. Otherwise a crash could make the first edit durable without
         * the second: the asynchronous edit log syncs whenever its queue is empty. It takes its monitor for each edit that
         * it writes, so it cannot write, and thus not sync, the first edit while this method holds the monitor, and then
         * writes all queued edits before it syncs. Only a write that a power failure interrupts can still separate them.
         */
        public void together(Edits edits) throws IOException {
            FSDirectory directory = namesystem.getFSDirectory();
            FSEditLog log = namesystem.getEditLog();
            // Hadoop's order of locks: namesystem, directory, edit log.
            directory.writeLock();
            try {
                synchronized (log) {
                    edits.log();
                }
            } finally {
                directory.writeUnlock();
            }
        }

        /** Sets an xattr. */
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

        /** Removes an xattr if it exists. */
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

        /** Throws the exception of {@link #setReplication} for a replication outside the cluster's limits. */
        public void requireReplication(short replication) throws IOException {
            namesystem.getBlockManager().verifyReplication(path.getPath(), replication, null);
        }

        /** Sets the replication of a file like a client's setReplication, with quota and limits, and removes excess replicas. */
        public void setReplication(short replication) throws IOException {
            FSDirAttrOp.setReplication(
                    namesystem.getFSDirectory(), checker, namesystem.getBlockManager(), path.getPath(), replication);
        }
    }

    /**
     * Changes one path and syncs the edit log.
     *
     * @param command name of the operation for the audit log
     * @param caller whether to check the caller's permissions and audit the operation; false for operations of the NameNode
     * @param withRpcIds whether the edit log records the IDs of the call for the retry cache
     * @throws AccessControlException if the caller has no write permission
     */
    public static void change(
            FSNamesystem namesystem, String path, String command, boolean caller, boolean withRpcIds, Change change)
            throws IOException {
        namesystem.checkOperation(OperationCategory.WRITE);
        FSPermissionChecker checker = namesystem.getPermissionChecker();
        try {
            namesystem.writeLock();
            try {
                change.apply(target(namesystem, checker, path, caller, withRpcIds));
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
     * Validates a change of the calling user under the read lock. The audit log records it only if the permission is missing,
     * as {@code command (dry run)}.
     *
     * @param change change without edits
     * @throws AccessControlException if the caller has no write permission
     */
    public static void validate(FSNamesystem namesystem, String path, String command, Change change)
            throws IOException {
        namesystem.checkOperation(OperationCategory.WRITE);
        FSPermissionChecker checker = namesystem.getPermissionChecker();
        try {
            namesystem.readLock();
            try {
                change.apply(target(namesystem, checker, path, true, false));
            } finally {
                namesystem.readUnlock(command);
            }
        } catch (AccessControlException e) {
            namesystem.logAuditEvent(false, command + " (dry run)", path);
            throw e;
        }
    }

    /**
     * Returns the path of a change that the NameNode accepts at present. In a thread of the NameNode, the checker is that of
     * its user, a superuser.
     */
    private static Target target(
            FSNamesystem namesystem, FSPermissionChecker checker, String path, boolean caller, boolean withRpcIds)
            throws IOException {
        namesystem.checkOperation(OperationCategory.WRITE);
        namesystem.checkNameNodeSafeMode("Cannot change the tiers of " + path);
        FSDirectory directory = namesystem.getFSDirectory();
        INodesInPath resolved = directory.resolvePath(checker, path, DirOp.WRITE);
        FSDirectory.resolveLastINode(resolved);
        if (caller && directory.isPermissionEnabled()) {
            directory.checkPathAccess(checker, resolved, FsAction.WRITE);
        }
        return new Target(namesystem, checker, resolved, withRpcIds);
    }

    /**
     * Resolves a path for reading. The caller must hold the read lock.
     *
     * @param content whether the user needs read permission, as for block locations; otherwise traversal permission
     *     suffices, as for a file's status
     * @throws AccessControlException without that permission
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

    /** Returns the permission checker of the calling user. */
    public static FSPermissionChecker checker(FSNamesystem namesystem) throws IOException {
        return namesystem.getPermissionChecker();
    }

    /** Records in the audit log that an operation of the calling user was rejected. */
    public static void auditRejection(FSNamesystem namesystem, String command, String path) throws IOException {
        namesystem.logAuditEvent(false, command, path);
    }

    /** Whether the calling user is the superuser. */
    public static boolean calledBySuperuser(FSNamesystem namesystem) throws IOException {
        return namesystem.getPermissionChecker().isSuperUser();
    }

    /** Returns an xattr of an inode in a snapshot. The caller must hold the read lock. */
    public static Optional<String> attribute(INode inode, int snapshot, String attribute) {
        if (inode.getXAttrFeature(snapshot) == null) {
            return Optional.empty();
        }
        XAttr found = XAttrStorage.readINodeXAttrByPrefixedName(inode, snapshot, attribute);
        return found == null ? Optional.empty() : Optional.of(new String(found.getValue(), StandardCharsets.UTF_8));
    }

    /**
     * Check whether any inode may have an xattr of a given name, in any xattr namespace. HDFS assigns consecutive numbers,
     * starting with 1, to the names of all xattrs it has loaded, so no inode has a name without a number. Not thread-safe.
     */
    public static final class XattrNames {
        private final String name;
        private int next = 1;
        private boolean seen;

        /** @param name name without the prefix of its namespace */
        public XattrNames(String name) {
            this.name = name;
        }

        /** Whether HDFS has loaded the name. */
        public boolean seen() {
            try {
                while (!seen) {
                    seen = name.equals(SerialNumberManager.XATTR.getString(next));
                    next++;
                }
            } catch (IllegalStateException none) {
                // The map throws if it has assigned no name to this number yet.
                return false;
            }
            return true;
        }
    }

    /** Returns at most {@code limit} children whose names follow {@code name}. The caller must hold the lock. */
    public static List<INode> childrenAfter(INodeDirectory directory, byte[] name, int limit) {
        ReadOnlyList<INode> children = directory.getChildrenList(Snapshot.CURRENT_STATE_ID);
        int first = name.length == 0 ? 0 : INodeDirectory.nextChild(children, name);
        List<INode> result = new ArrayList<>();
        for (int i = first; i < children.size() && result.size() < limit; i++) {
            result.add(children.get(i));
        }
        return result;
    }

    /** Returns the RPC server for DataNodes, if it is separate from that for clients. */
    public static Optional<RPC.Server> serviceServer(NameNodeRpcServer server) {
        return Optional.ofNullable(server.getServiceRpcServer());
    }
}
