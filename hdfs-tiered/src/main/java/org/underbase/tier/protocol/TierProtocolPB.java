package org.underbase.tier.protocol;

import org.apache.hadoop.hdfs.DFSConfigKeys;
import org.apache.hadoop.hdfs.security.token.delegation.DelegationTokenSelector;
import org.apache.hadoop.ipc.ProtocolInfo;
import org.apache.hadoop.security.KerberosInfo;
import org.apache.hadoop.security.token.TokenInfo;
import org.underbase.tier.protocol.proto.TierProtocolProtos.TierProtocolService;

/** Protobuf RPC interface of {@link TierProtocol}. Users authenticate with a Kerberos ticket or HDFS's delegation tokens. */
@ProtocolInfo(protocolName = TierProtocol.NAME, protocolVersion = TierProtocol.VERSION)
@TokenInfo(DelegationTokenSelector.class)
@KerberosInfo(serverPrincipal = DFSConfigKeys.DFS_NAMENODE_KERBEROS_PRINCIPAL_KEY)
public interface TierProtocolPB extends TierProtocolService.BlockingInterface {}
