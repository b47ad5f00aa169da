package org.underbase.combinedlog.client;

import java.io.Closeable;
import java.io.IOException;
import java.net.InetSocketAddress;
import java.time.Duration;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;
import org.apache.hadoop.conf.Configuration;
import org.apache.hadoop.fs.CommonConfigurationKeys;
import org.apache.hadoop.io.retry.RetryPolicies;
import org.apache.hadoop.ipc.ProtobufRpcEngine2;
import org.apache.hadoop.ipc.RPC;
import org.apache.hadoop.ipc.RemoteException;
import org.apache.hadoop.ipc.RpcNoSuchProtocolException;
import org.apache.hadoop.ipc.internal.ShadedProtobufHelper;
import org.apache.hadoop.net.NetUtils;
import org.apache.hadoop.security.UserGroupInformation;
import org.underbase.combinedlog.protocol.JournalProtocolPB;
import org.underbase.combinedlog.protocol.proto.JournalProtocolProtos.ChangeSettingsRequestProto;
import org.underbase.combinedlog.protocol.proto.JournalProtocolProtos.CheckpointRequestProto;
import org.underbase.combinedlog.protocol.proto.JournalProtocolProtos.MetricProto;
import org.underbase.combinedlog.protocol.proto.JournalProtocolProtos.SettingProto;
import org.underbase.combinedlog.protocol.proto.JournalProtocolProtos.StatusRequestProto;
import org.underbase.combinedlog.protocol.proto.JournalProtocolProtos.StatusResponseProto;
import org.underbase.combinedlog.protocol.proto.JournalProtocolProtos.StreamProto;
import org.underbase.combinedlog.protocol.proto.JournalProtocolProtos.StreamsRequestProto;

/**
 * Connection to the combined log of a running DataNode. The caller must be a superuser: the DataNode's user, or a member of
 * {@code dfs.permissions.superusergroup}. All calls throw AccessControlException otherwise, and IOException if the DataNode is
 * unreachable or has no combined log. Thread-safe.
 */
public final class DataNodeLog implements Closeable {
    private static final int CONNECT_MILLIS = 10_000;
    /** A checkpoint fsyncs many files. */
    private static final int CALL_MILLIS = (int) Duration.ofMinutes(30).toMillis();

    private final InetSocketAddress address;
    private final JournalProtocolPB proxy;

    private DataNodeLog(InetSocketAddress address, JournalProtocolPB proxy) {
        this.address = address;
        this.proxy = proxy;
    }

    /**
     * Prepares a connection as the current user. The first call connects.
     *
     * @param conf configuration of an HDFS client
     * @param address IPC address of the DataNode ({@code dfs.datanode.ipc.address}, port 9867 by default)
     * @return the connection
     * @throws IOException if the current user is unknown
     */
    public static DataNodeLog connect(Configuration conf, InetSocketAddress address) throws IOException {
        Configuration quick = new Configuration(conf);
        quick.setInt(CommonConfigurationKeys.IPC_CLIENT_CONNECT_MAX_RETRIES_KEY, 0);
        quick.setInt(CommonConfigurationKeys.IPC_CLIENT_CONNECT_MAX_RETRIES_ON_SOCKET_TIMEOUTS_KEY, 0);
        quick.setInt(CommonConfigurationKeys.IPC_CLIENT_CONNECT_TIMEOUT_KEY, CONNECT_MILLIS);
        RPC.setProtocolEngine(quick, JournalProtocolPB.class, ProtobufRpcEngine2.class);
        JournalProtocolPB proxy = RPC.getProtocolProxy(
                        JournalProtocolPB.class,
                        RPC.getProtocolVersion(JournalProtocolPB.class),
                        address,
                        UserGroupInformation.getCurrentUser(),
                        quick,
                        NetUtils.getDefaultSocketFactory(quick),
                        CALL_MILLIS,
                        RetryPolicies.TRY_ONCE_THEN_FAIL)
                .getProxy();
        return new DataNodeLog(address, proxy);
    }

    private <T> T call(ShadedProtobufHelper.IpcCall<T> call) throws IOException {
        try {
            return ShadedProtobufHelper.ipc(call);
        } catch (RemoteException e) {
            if (RpcNoSuchProtocolException.class.getName().equals(e.getClassName())) {
                throw new IOException(
                        "the DataNode " + NetUtils.getHostPortString(address) + " has no combined log", e);
            }
            throw e.unwrapRemoteException();
        }
    }

    /**
     * Returns the status of the journal.
     *
     * @return location, state, metrics and live settings
     * @throws IOException as described for this class
     */
    public DataNodeLogStatus status() throws IOException {
        StatusResponseProto status = call(() -> proxy.status(null, StatusRequestProto.getDefaultInstance()));
        Map<String, Long> metrics = new LinkedHashMap<>();
        for (MetricProto each : status.getMetricsList()) {
            metrics.put(each.getName(), each.getValue());
        }
        Map<String, String> modes = new LinkedHashMap<>();
        status.getStorageModesList().forEach(each -> modes.put(each.getStorageType(), each.getMode()));
        return new DataNodeLogStatus(
                status.getDirectory(),
                status.getJournalId(),
                status.getActive(),
                status.getDurableSequence(),
                status.getLastCheckpointFailure(),
                metrics,
                settings(status.getSettingsList()),
                modes);
    }

    private static Map<String, String> settings(List<SettingProto> settings) {
        Map<String, String> values = new LinkedHashMap<>();
        settings.forEach(each -> values.put(each.getKey(), each.getValue()));
        return values;
    }

    /**
     * Returns the replicas that the journal tracks, those that are being written first.
     *
     * @param limit maximum number of replicas
     * @return the first replicas
     * @throws IOException as described for this class
     */
    public List<SyncedReplica> streams(int limit) throws IOException {
        StreamsRequestProto request =
                StreamsRequestProto.newBuilder().setLimit(limit).build();
        return call(() -> proxy.streams(null, request)).getStreamsList().stream()
                .map(DataNodeLog::replica)
                .toList();
    }

    private static SyncedReplica replica(StreamProto stream) {
        return new SyncedReplica(
                stream.getBlockPool(),
                stream.getBlockId(),
                stream.getGenerationStamp(),
                stream.getStorage(),
                stream.getSyncedBytes(),
                stream.getOpen(),
                stream.getRecorded());
    }

    /**
     * Fsyncs the block files of all records that are in the journal, and reclaims its full segments. Writers continue concurrently.
     *
     * @return duration
     * @throws IOException if a file cannot be fsynced, another request runs, or as described for this class
     */
    public Duration checkpoint() throws IOException {
        return Duration.ofMillis(call(() -> proxy.checkpoint(null, CheckpointRequestProto.getDefaultInstance()))
                .getMillis());
    }

    /**
     * Changes live settings until the restart of the DataNode.
     *
     * @param changes new values by key
     * @return all live settings
     * @throws IOException if a key is not live or a value is invalid, then nothing is changed; or as described for this class
     */
    public Map<String, String> set(Map<String, String> changes) throws IOException {
        ChangeSettingsRequestProto.Builder request = ChangeSettingsRequestProto.newBuilder();
        changes.forEach((key, value) ->
                request.addSettings(SettingProto.newBuilder().setKey(key).setValue(value)));
        return settings(call(() -> proxy.changeSettings(null, request.build())).getSettingsList());
    }

    @Override
    public void close() {
        RPC.stopProxy(proxy);
    }
}
