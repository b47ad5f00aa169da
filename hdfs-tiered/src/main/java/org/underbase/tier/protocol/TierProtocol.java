package org.underbase.tier.protocol;

import java.io.IOException;
import org.apache.hadoop.hdfs.DFSConfigKeys;
import org.apache.hadoop.io.retry.AtMostOnce;
import org.apache.hadoop.io.retry.Idempotent;
import org.apache.hadoop.security.KerberosInfo;
import org.underbase.tier.protocol.proto.TierProtocolProtos.ChangeReplicasRequestProto;
import org.underbase.tier.protocol.proto.TierProtocolProtos.ChangeResponseProto;
import org.underbase.tier.protocol.proto.TierProtocolProtos.ChangeTierRequestProto;
import org.underbase.tier.protocol.proto.TierProtocolProtos.DatanodeTiersResponseProto;
import org.underbase.tier.protocol.proto.TierProtocolProtos.ExplainResponseProto;
import org.underbase.tier.protocol.proto.TierProtocolProtos.FileResponseProto;
import org.underbase.tier.protocol.proto.TierProtocolProtos.ForgetResponseProto;
import org.underbase.tier.protocol.proto.TierProtocolProtos.MoveTierRequestProto;
import org.underbase.tier.protocol.proto.TierProtocolProtos.QuotasResponseProto;
import org.underbase.tier.protocol.proto.TierProtocolProtos.ReplicasResponseProto;
import org.underbase.tier.protocol.proto.TierProtocolProtos.SetPolicyRequestProto;
import org.underbase.tier.protocol.proto.TierProtocolProtos.SetQuotaRequestProto;
import org.underbase.tier.protocol.proto.TierProtocolProtos.StatusResponseProto;
import org.underbase.tier.protocol.proto.TierProtocolProtos.TiersResponseProto;

/**
 * Calls of the NameNode's tier plug-in. Hadoop's service authorization finds a protocol by the class with its name, so
 * the name of this interface is the protocol's name. Its access list is {@code security.tier.protocol.acl}.
 *
 * <p>A standby also serves tiers, status and forget; calls about files throw StandbyException there unless
 * standby reads are allowed. Paths are absolute, in the namespace of the NameNode. All implementations are thread-safe.
 */
@KerberosInfo(serverPrincipal = DFSConfigKeys.DFS_NAMENODE_KERBEROS_PRINCIPAL_KEY)
public interface TierProtocol {
    String NAME = "org.underbase.tier.protocol.TierProtocol";
    long VERSION = 1;
    String ACL_KEY = "security.tier.protocol.acl";

    @Idempotent
    TiersResponseProto tiers() throws IOException;

    @Idempotent
    DatanodeTiersResponseProto datanodeTiers() throws IOException;

    @Idempotent
    FileResponseProto file(String path) throws IOException;

    /** Returns the tier of each live replica of a file's blocks from an offset on, for a user with read permission. */
    @Idempotent
    ReplicasResponseProto replicas(String path, long offset) throws IOException;

    /** Adds a replica on a tier that holds none of the file. */
    @AtMostOnce
    ChangeResponseProto createFileTier(ChangeTierRequestProto request) throws IOException;

    /** Deletes all replicas on a tier. */
    @AtMostOnce
    ChangeResponseProto deleteFileTier(ChangeTierRequestProto request) throws IOException;

    /** Adds or removes a number of replicas on a tier, independent of how many it holds. */
    @AtMostOnce
    ChangeResponseProto changeReplicas(ChangeReplicasRequestProto request) throws IOException;

    @AtMostOnce
    ChangeResponseProto moveTier(MoveTierRequestProto request) throws IOException;

    @AtMostOnce
    ChangeResponseProto setPolicy(SetPolicyRequestProto request) throws IOException;

    /** Returns the quotas that apply to a path. */
    @Idempotent
    QuotasResponseProto quotas(String path) throws IOException;

    /** Changes the quota of a directory, and returns the quotas that apply to it. */
    @AtMostOnce
    QuotasResponseProto setQuota(SetQuotaRequestProto request) throws IOException;

    @Idempotent
    ExplainResponseProto explain(String path) throws IOException;

    @Idempotent
    StatusResponseProto status() throws IOException;

    /** Removes the stored tier of a DataNode that is not live from the called NameNode. */
    @Idempotent
    ForgetResponseProto forget(String address) throws IOException;
}
