package org.underbase.combinedlog.datanode;

import java.io.IOException;
import org.apache.hadoop.conf.Configuration;
import org.apache.hadoop.hdfs.DFSConfigKeys;
import org.apache.hadoop.ipc.Server;
import org.apache.hadoop.security.AccessControlException;
import org.apache.hadoop.security.UserGroupInformation;

/** Check of a caller by the rule that the DataNode applies to its own administration. */
final class SuperuserCheck {
    private final boolean enabled;
    private final String supergroup;
    private final String user;

    /** @throws IOException if the user of the process is unknown */
    SuperuserCheck(Configuration conf) throws IOException {
        enabled = conf.getBoolean(
                DFSConfigKeys.DFS_PERMISSIONS_ENABLED_KEY, DFSConfigKeys.DFS_PERMISSIONS_ENABLED_DEFAULT);
        supergroup = conf.get(
                DFSConfigKeys.DFS_PERMISSIONS_SUPERUSERGROUP_KEY, DFSConfigKeys.DFS_PERMISSIONS_SUPERUSERGROUP_DEFAULT);
        user = UserGroupInformation.getCurrentUser().getUserName();
    }

    /** @throws AccessControlException if the caller of the current RPC lacks superuser rights */
    void check() throws IOException {
        UserGroupInformation remote = Server.getRemoteUser();
        UserGroupInformation caller = remote == null ? UserGroupInformation.getCurrentUser() : remote;
        boolean superuser =
                caller.getUserName().equals(user) || caller.getGroupsSet().contains(supergroup);
        if (enabled && !superuser) {
            throw new AccessControlException("access denied for user " + caller.getShortUserName()
                    + ": run as the DataNode's user or as a member of group " + supergroup);
        }
    }
}
