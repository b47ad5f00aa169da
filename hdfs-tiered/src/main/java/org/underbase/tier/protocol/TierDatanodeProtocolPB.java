package org.underbase.tier.protocol;

import org.apache.hadoop.hdfs.DFSConfigKeys;
import org.apache.hadoop.ipc.ProtocolInfo;
import org.apache.hadoop.security.KerberosInfo;
import org.underbase.tier.protocol.proto.TierProtocolProtos.TierDatanodeProtocolService;

/** Protobuf RPC interface of {@link TierDatanodeProtocol}. */
@ProtocolInfo(protocolName = TierDatanodeProtocol.NAME, protocolVersion = TierDatanodeProtocol.VERSION)
@KerberosInfo(
        serverPrincipal = DFSConfigKeys.DFS_NAMENODE_KERBEROS_PRINCIPAL_KEY,
        clientPrincipal = DFSConfigKeys.DFS_DATANODE_KERBEROS_PRINCIPAL_KEY)
public interface TierDatanodeProtocolPB extends TierDatanodeProtocolService.BlockingInterface {}
