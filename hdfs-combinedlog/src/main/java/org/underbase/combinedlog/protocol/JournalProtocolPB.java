package org.underbase.combinedlog.protocol;

import org.apache.hadoop.hdfs.client.HdfsClientConfigKeys;
import org.apache.hadoop.ipc.ProtocolInfo;
import org.apache.hadoop.security.KerberosInfo;
import org.underbase.combinedlog.protocol.proto.JournalProtocolProtos.JournalProtocolService;

/**
 * Protocol of a DataNode's combined log, on the IPC port of the DataNode. As for the DataNode's own administration, the caller must
 * be the DataNode's user or a member of {@code dfs.permissions.superusergroup}. With
 * {@code hadoop.security.authorization}, the access list {@link #ACL_KEY} in {@code hadoop-policy.xml} applies as well. Hadoop finds
 * a protocol's access list by the class with the protocol's name.
 */
@ProtocolInfo(protocolName = JournalProtocolPB.NAME, protocolVersion = 1)
@KerberosInfo(serverPrincipal = HdfsClientConfigKeys.DFS_DATANODE_KERBEROS_PRINCIPAL_KEY)
public interface JournalProtocolPB extends JournalProtocolService.BlockingInterface {
    /** Name of the protocol. */
    String NAME = "org.underbase.combinedlog.protocol.JournalProtocolPB";

    /** Key of the access list. */
    String ACL_KEY = "security.combinedlog.journal.protocol.acl";
}
