package org.underbase.tier.client;

import java.io.Closeable;
import java.io.IOException;
import org.apache.hadoop.ipc.ProtocolTranslator;
import org.apache.hadoop.ipc.StandbyException;
import org.underbase.tier.protocol.TierProtocol;
import org.underbase.tier.protocol.TierProtocolTranslator;
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
 * Connection to one NameNode of an HA group. A standby rejects calls about files but serves calls about tiers and monitor
 * from its own state, which may be stale. This class therefore checks the HA state first and throws
 * {@link StandbyException}, so that the failover proxy continues with the next NameNode. Thread-safe.
 */
final class ActiveNamenode implements TierProtocol, ProtocolTranslator, Closeable {
    private static final String ACTIVE = "active";

    private final TierProtocolTranslator namenode;

    ActiveNamenode(TierProtocolTranslator namenode) {
        this.namenode = namenode;
    }

    private TierProtocolTranslator active() throws IOException {
        requireActive(namenode.status());
        return namenode;
    }

    private static StatusResponseProto requireActive(StatusResponseProto status) throws StandbyException {
        if (!status.getState().equals(ACTIVE)) {
            throw new StandbyException("the NameNode is " + status.getState());
        }
        return status;
    }

    @Override
    public StatusResponseProto status() throws IOException {
        return requireActive(namenode.status());
    }

    @Override
    public TiersResponseProto tiers() throws IOException {
        return active().tiers();
    }

    @Override
    public DatanodeTiersResponseProto datanodeTiers() throws IOException {
        return active().datanodeTiers();
    }

    @Override
    public FileResponseProto file(String path) throws IOException {
        return namenode.file(path);
    }

    @Override
    public ReplicasResponseProto replicas(String path, long offset) throws IOException {
        return namenode.replicas(path, offset);
    }

    @Override
    public ExplainResponseProto explain(String path) throws IOException {
        return namenode.explain(path);
    }

    @Override
    public QuotasResponseProto quotas(String path) throws IOException {
        return namenode.quotas(path);
    }

    @Override
    public QuotasResponseProto setQuota(SetQuotaRequestProto request) throws IOException {
        return namenode.setQuota(request);
    }

    @Override
    public ForgetResponseProto forget(String address) throws IOException {
        return namenode.forget(address);
    }

    @Override
    public ChangeResponseProto createFileTier(ChangeTierRequestProto request) throws IOException {
        return namenode.createFileTier(request);
    }

    @Override
    public ChangeResponseProto deleteFileTier(ChangeTierRequestProto request) throws IOException {
        return namenode.deleteFileTier(request);
    }

    @Override
    public ChangeResponseProto changeReplicas(ChangeReplicasRequestProto request) throws IOException {
        return namenode.changeReplicas(request);
    }

    @Override
    public ChangeResponseProto moveTier(MoveTierRequestProto request) throws IOException {
        return namenode.moveTier(request);
    }

    @Override
    public ChangeResponseProto setPolicy(SetPolicyRequestProto request) throws IOException {
        return namenode.setPolicy(request);
    }

    @Override
    public Object getUnderlyingProxyObject() {
        return namenode.getUnderlyingProxyObject();
    }

    @Override
    public void close() {
        namenode.close();
    }
}
