package org.underbase.tier.protocol;

import java.io.IOException;
import org.apache.hadoop.hdfs.DFSConfigKeys;
import org.apache.hadoop.io.retry.AtMostOnce;
import org.apache.hadoop.io.retry.Idempotent;
import org.apache.hadoop.security.KerberosInfo;
import org.underbase.tier.protocol.proto.TierProtocolProtos.AnnounceRequestProto;
import org.underbase.tier.protocol.proto.TierProtocolProtos.AnnounceResponseProto;
import org.underbase.tier.protocol.proto.TierProtocolProtos.ChangeResponseProto;
import org.underbase.tier.protocol.proto.TierProtocolProtos.ChangeTierRequestProto;
import org.underbase.tier.protocol.proto.TierProtocolProtos.DatanodeTiersResponseProto;
import org.underbase.tier.protocol.proto.TierProtocolProtos.ExplainResponseProto;
import org.underbase.tier.protocol.proto.TierProtocolProtos.FileResponseProto;
import org.underbase.tier.protocol.proto.TierProtocolProtos.MoveTierRequestProto;
import org.underbase.tier.protocol.proto.TierProtocolProtos.SetPolicyRequestProto;
import org.underbase.tier.protocol.proto.TierProtocolProtos.StatusResponseProto;
import org.underbase.tier.protocol.proto.TierProtocolProtos.TiersResponseProto;

/**
 * The calls of the NameNode's tier plug-in. Hadoop's service authorization looks a protocol up by the class that is its
 * name, so this interface's own name is the protocol's name, and its access list is {@code security.tier.protocol.acl}.
 *
 * <p>Announcements, tiers and status are answered by a standby as well; what concerns files throws StandbyException there,
 * unless standby reads are allowed. Paths are absolute, of
 * this NameNode's namespace. All implementations are thread-safe.
 */
@KerberosInfo(serverPrincipal = DFSConfigKeys.DFS_NAMENODE_KERBEROS_PRINCIPAL_KEY)
public interface TierProtocol {
    String NAME = "org.underbase.tier.protocol.TierProtocol";
    long VERSION = 1;
    String ACL_KEY = "security.tier.protocol.acl";

    @Idempotent
    AnnounceResponseProto announce(AnnounceRequestProto request) throws IOException;

    @Idempotent
    TiersResponseProto tiers() throws IOException;

    @Idempotent
    DatanodeTiersResponseProto datanodeTiers() throws IOException;

    @Idempotent
    FileResponseProto file(String path) throws IOException;

    @AtMostOnce
    ChangeResponseProto createFileTier(ChangeTierRequestProto request) throws IOException;

    @AtMostOnce
    ChangeResponseProto deleteFileTier(ChangeTierRequestProto request) throws IOException;

    @AtMostOnce
    ChangeResponseProto moveTier(MoveTierRequestProto request) throws IOException;

    @AtMostOnce
    ChangeResponseProto setPolicy(SetPolicyRequestProto request) throws IOException;

    @Idempotent
    ExplainResponseProto explain(String path) throws IOException;

    @Idempotent
    StatusResponseProto status() throws IOException;
}
