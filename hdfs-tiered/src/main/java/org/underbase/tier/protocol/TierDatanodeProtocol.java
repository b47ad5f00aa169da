package org.underbase.tier.protocol;

import java.io.IOException;
import org.apache.hadoop.hdfs.DFSConfigKeys;
import org.apache.hadoop.io.retry.Idempotent;
import org.apache.hadoop.security.KerberosInfo;
import org.underbase.tier.protocol.proto.TierProtocolProtos.AnnounceRequestProto;
import org.underbase.tier.protocol.proto.TierProtocolProtos.AnnounceResponseProto;

/**
 * Calls of DataNodes to the NameNode's tier plug-in, separate from {@link TierProtocol} for its access list,
 * {@code security.tier.datanode.protocol.acl}. Under Kerberos, Hadoop's service authorization requires the principal of the
 * DataNodes, as for HDFS's DatanodeProtocol.
 */
@KerberosInfo(
        serverPrincipal = DFSConfigKeys.DFS_NAMENODE_KERBEROS_PRINCIPAL_KEY,
        clientPrincipal = DFSConfigKeys.DFS_DATANODE_KERBEROS_PRINCIPAL_KEY)
public interface TierDatanodeProtocol {
    String NAME = "org.underbase.tier.protocol.TierDatanodeProtocol";
    long VERSION = 1;
    String ACL_KEY = "security.tier.datanode.protocol.acl";

    /** Announces the tier of a DataNode; legal on a standby. */
    @Idempotent
    AnnounceResponseProto announce(AnnounceRequestProto request) throws IOException;
}
