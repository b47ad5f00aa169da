package org.underbase.tier.protocol;

import java.io.Closeable;
import java.io.IOException;
import java.util.Objects;
import org.apache.hadoop.ipc.ProtocolTranslator;
import org.apache.hadoop.ipc.RPC;
import org.apache.hadoop.ipc.RemoteException;
import org.apache.hadoop.thirdparty.protobuf.ServiceException;
import org.underbase.tier.protocol.proto.TierProtocolProtos.ChangeReplicasRequestProto;
import org.underbase.tier.protocol.proto.TierProtocolProtos.ChangeResponseProto;
import org.underbase.tier.protocol.proto.TierProtocolProtos.ChangeTierRequestProto;
import org.underbase.tier.protocol.proto.TierProtocolProtos.DatanodeTiersRequestProto;
import org.underbase.tier.protocol.proto.TierProtocolProtos.DatanodeTiersResponseProto;
import org.underbase.tier.protocol.proto.TierProtocolProtos.ExplainResponseProto;
import org.underbase.tier.protocol.proto.TierProtocolProtos.FileRequestProto;
import org.underbase.tier.protocol.proto.TierProtocolProtos.FileResponseProto;
import org.underbase.tier.protocol.proto.TierProtocolProtos.ForgetRequestProto;
import org.underbase.tier.protocol.proto.TierProtocolProtos.ForgetResponseProto;
import org.underbase.tier.protocol.proto.TierProtocolProtos.MoveTierRequestProto;
import org.underbase.tier.protocol.proto.TierProtocolProtos.QuotasResponseProto;
import org.underbase.tier.protocol.proto.TierProtocolProtos.ReplicasRequestProto;
import org.underbase.tier.protocol.proto.TierProtocolProtos.ReplicasResponseProto;
import org.underbase.tier.protocol.proto.TierProtocolProtos.SetPolicyRequestProto;
import org.underbase.tier.protocol.proto.TierProtocolProtos.SetQuotaRequestProto;
import org.underbase.tier.protocol.proto.TierProtocolProtos.StatusRequestProto;
import org.underbase.tier.protocol.proto.TierProtocolProtos.StatusResponseProto;
import org.underbase.tier.protocol.proto.TierProtocolProtos.TiersRequestProto;
import org.underbase.tier.protocol.proto.TierProtocolProtos.TiersResponseProto;

/**
 * Client side of {@link TierProtocol}: converts a ServiceException to the exception of the server, so that failover
 * proxies recognize StandbyException. Thread-safe.
 */
public final class TierProtocolTranslator implements TierProtocol, ProtocolTranslator, Closeable {
    private final TierProtocolPB proxy;

    public TierProtocolTranslator(TierProtocolPB proxy) {
        this.proxy = Objects.requireNonNull(proxy, "proxy");
    }

    /** One call of the proxy. */
    @FunctionalInterface
    interface Call<T> {
        T send() throws ServiceException;
    }

    static <T> T call(Call<T> call) throws IOException {
        try {
            return call.send();
        } catch (ServiceException e) {
            Throwable cause = e.getCause();
            if (cause instanceof RemoteException remote) {
                throw remote;
            }
            throw cause instanceof IOException io ? io : new IOException(e.getMessage(), e);
        }
    }

    @Override
    public TiersResponseProto tiers() throws IOException {
        return call(() -> proxy.tiers(null, TiersRequestProto.getDefaultInstance()));
    }

    @Override
    public DatanodeTiersResponseProto datanodeTiers() throws IOException {
        return call(() -> proxy.datanodeTiers(null, DatanodeTiersRequestProto.getDefaultInstance()));
    }

    @Override
    public FileResponseProto file(String path) throws IOException {
        return call(() -> proxy.file(null, request(path)));
    }

    @Override
    public ReplicasResponseProto replicas(String path, long offset) throws IOException {
        return call(() -> proxy.replicas(
                null,
                ReplicasRequestProto.newBuilder()
                        .setPath(path)
                        .setOffset(offset)
                        .build()));
    }

    @Override
    public ChangeResponseProto createFileTier(ChangeTierRequestProto request) throws IOException {
        return call(() -> proxy.createFileTier(null, request));
    }

    @Override
    public ChangeResponseProto deleteFileTier(ChangeTierRequestProto request) throws IOException {
        return call(() -> proxy.deleteFileTier(null, request));
    }

    @Override
    public ChangeResponseProto changeReplicas(ChangeReplicasRequestProto request) throws IOException {
        return call(() -> proxy.changeReplicas(null, request));
    }

    @Override
    public ChangeResponseProto moveTier(MoveTierRequestProto request) throws IOException {
        return call(() -> proxy.moveTier(null, request));
    }

    @Override
    public ChangeResponseProto setPolicy(SetPolicyRequestProto request) throws IOException {
        return call(() -> proxy.setPolicy(null, request));
    }

    @Override
    public QuotasResponseProto quotas(String path) throws IOException {
        return call(() -> proxy.quotas(null, request(path)));
    }

    @Override
    public QuotasResponseProto setQuota(SetQuotaRequestProto request) throws IOException {
        return call(() -> proxy.setQuota(null, request));
    }

    @Override
    public ExplainResponseProto explain(String path) throws IOException {
        return call(() -> proxy.explain(null, request(path)));
    }

    @Override
    public StatusResponseProto status() throws IOException {
        return call(() -> proxy.status(null, StatusRequestProto.getDefaultInstance()));
    }

    @Override
    public ForgetResponseProto forget(String address) throws IOException {
        return call(() -> proxy.forget(
                null, ForgetRequestProto.newBuilder().setAddress(address).build()));
    }

    private static FileRequestProto request(String path) {
        return FileRequestProto.newBuilder().setPath(path).build();
    }

    @Override
    public Object getUnderlyingProxyObject() {
        return proxy;
    }

    @Override
    public void close() {
        RPC.stopProxy(proxy);
    }
}
