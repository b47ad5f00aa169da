package org.underbase.tier.protocol;

import org.apache.hadoop.hdfs.DFSConfigKeys;
import org.apache.hadoop.ipc.ProtocolInfo;
import org.apache.hadoop.security.KerberosInfo;
import org.underbase.tier.protocol.proto.TierProtocolProtos.TierProtocolService;

/** Protobuf RPC interface of {@link TierProtocol}. */
@ProtocolInfo(protocolName = TierProtocol.NAME, protocolVersion = TierProtocol.VERSION)
@KerberosInfo(serverPrincipal = DFSConfigKeys.DFS_NAMENODE_KERBEROS_PRINCIPAL_KEY)
public interface TierProtocolPB extends TierProtocolService.BlockingInterface {}
