package org.underbase.tier.client;

import java.io.Closeable;
import java.io.FileNotFoundException;
import java.io.IOException;
import java.net.InetAddress;
import java.net.InetSocketAddress;
import java.util.ArrayList;
import java.util.Collections;
import java.util.HashMap;
import java.util.List;
import java.util.Map;
import org.apache.hadoop.conf.Configuration;
import org.apache.hadoop.ipc.CallerContext;
import org.apache.hadoop.ipc.ProtobufRpcEngine2;
import org.apache.hadoop.ipc.RPC;
import org.apache.hadoop.ipc.Server;
import org.apache.hadoop.ipc.StandbyException;
import org.apache.hadoop.security.AccessControlException;
import org.apache.hadoop.thirdparty.protobuf.RpcController;
import org.apache.hadoop.thirdparty.protobuf.ServiceException;
import org.underbase.tier.protocol.TierException;
import org.underbase.tier.protocol.TierProtocolPB;
import org.underbase.tier.protocol.proto.TierProtocolProtos.BlockReplicasProto;
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
import org.underbase.tier.protocol.proto.TierProtocolProtos.QuotaProto;
import org.underbase.tier.protocol.proto.TierProtocolProtos.QuotasResponseProto;
import org.underbase.tier.protocol.proto.TierProtocolProtos.ReplicaProto;
import org.underbase.tier.protocol.proto.TierProtocolProtos.ReplicasRequestProto;
import org.underbase.tier.protocol.proto.TierProtocolProtos.ReplicasResponseProto;
import org.underbase.tier.protocol.proto.TierProtocolProtos.SetPolicyRequestProto;
import org.underbase.tier.protocol.proto.TierProtocolProtos.SetQuotaRequestProto;
import org.underbase.tier.protocol.proto.TierProtocolProtos.StatusRequestProto;
import org.underbase.tier.protocol.proto.TierProtocolProtos.StatusResponseProto;
import org.underbase.tier.protocol.proto.TierProtocolProtos.TierLimitProto;
import org.underbase.tier.protocol.proto.TierProtocolProtos.TierProto;
import org.underbase.tier.protocol.proto.TierProtocolProtos.TierProtocolService;
import org.underbase.tier.protocol.proto.TierProtocolProtos.TiersRequestProto;
import org.underbase.tier.protocol.proto.TierProtocolProtos.TiersResponseProto;

/**
 * RPC server with TierProtocol that records its calls and takes the place of a NameNode.
 * Files named {@code /missing}, {@code /forbidden} and {@code /refused} fail as their names say.
 */
public final class FakeNamenode implements TierProtocolPB, Closeable {
    private final RPC.Server server;
    private final InetSocketAddress address;
    private final List<String> calls = Collections.synchronizedList(new ArrayList<>());
    private final Map<String, FileResponseProto> files = Collections.synchronizedMap(new HashMap<>());
    private volatile boolean active;

    private FakeNamenode(boolean active, boolean withTiers) throws IOException {
        this.active = active;
        Configuration conf = new Configuration(false);
        Class<?> protocol = withTiers ? TierProtocolPB.class : NoTiers.class;
        RPC.setProtocolEngine(conf, protocol, ProtobufRpcEngine2.class);
        server = new RPC.Builder(conf)
                .setProtocol(protocol)
                .setInstance(TierProtocolService.newReflectiveBlockingService(this))
                .setBindAddress("127.0.0.1")
                .setPort(0)
                .setNumHandlers(4)
                .build();
        server.start();
        address = new InetSocketAddress(
                InetAddress.getLoopbackAddress(), server.getListenerAddress().getPort());
    }

    /** Other protocol, as the server of a stock NameNode has. */
    @org.apache.hadoop.ipc.ProtocolInfo(protocolName = "stock", protocolVersion = 1)
    interface NoTiers extends TierProtocolService.BlockingInterface {}

    public static FakeNamenode active() throws IOException {
        return new FakeNamenode(true, true);
    }

    static FakeNamenode standby() throws IOException {
        return new FakeNamenode(false, true);
    }

    static FakeNamenode withoutTiers() throws IOException {
        return new FakeNamenode(true, false);
    }

    void becomes(boolean nowActive) {
        active = nowActive;
    }

    public InetSocketAddress address() {
        return address;
    }

    /** Returns the recorded calls, as "user call arguments". */
    public List<String> calls() {
        return List.copyOf(calls);
    }

    /** Sets the response for a file. */
    public void file(String path, FileResponseProto answer) {
        files.put(path, answer);
    }

    private void record(String call) {
        String context = CallerContext.getCurrent() == null
                ? ""
                : " {" + CallerContext.getCurrent().getContext() + "}";
        calls.add(Server.getRemoteUser().getShortUserName() + " " + call + context);
    }

    /** Body of a method; the client receives its IOExceptions. */
    @FunctionalInterface
    private interface Body<T> {
        T run() throws IOException;
    }

    private static <T> T answer(Body<T> body) throws ServiceException {
        try {
            return body.run();
        } catch (IOException e) {
            throw new ServiceException(e);
        }
    }

    private void requireActive() throws StandbyException {
        if (!active) {
            throw new StandbyException("The operation is not supported in state standby");
        }
    }

    private ChangeResponseProto change(String call, String path) throws ServiceException {
        return answer(() -> {
            record(call);
            requireActive();
            switch (path) {
                case "/missing" -> throw new FileNotFoundException("no file /missing");
                case "/forbidden" -> throw new AccessControlException("Permission denied: /forbidden");
                case "/refused" -> throw new TierException("unknown tier 'ghost': expected fast, disk");
                case "/same" -> {
                    return ChangeResponseProto.newBuilder()
                            .setChanged(false)
                            .setBytesToCopy(0)
                            .setBlocks(1)
                            .build();
                }
                default -> {
                    return ChangeResponseProto.newBuilder()
                            .setChanged(true)
                            .setWanted("fast=1,disk=1")
                            .setBytesToCopy(1000)
                            .setBlocks(2)
                            .build();
                }
            }
        });
    }

    @Override
    public ChangeResponseProto createFileTier(RpcController controller, ChangeTierRequestProto request)
            throws ServiceException {
        return change(
                "create " + request.getPath() + " " + request.getTier() + dry(request.getDryRun()), request.getPath());
    }

    @Override
    public ChangeResponseProto deleteFileTier(RpcController controller, ChangeTierRequestProto request)
            throws ServiceException {
        return change(
                "delete " + request.getPath() + " " + request.getTier() + dry(request.getDryRun()), request.getPath());
    }

    @Override
    public ChangeResponseProto changeReplicas(RpcController controller, ChangeReplicasRequestProto request)
            throws ServiceException {
        return change(
                "replicas " + request.getPath() + " " + request.getTier() + " " + request.getDifference()
                        + dry(request.getDryRun()),
                request.getPath());
    }

    @Override
    public ChangeResponseProto moveTier(RpcController controller, MoveTierRequestProto request)
            throws ServiceException {
        return change(
                "move " + request.getPath() + " " + request.getFrom() + " " + request.getTo() + " "
                        + request.getReplicas() + dry(request.getDryRun()),
                request.getPath());
    }

    @Override
    public ChangeResponseProto setPolicy(RpcController controller, SetPolicyRequestProto request)
            throws ServiceException {
        return change(
                "policy " + request.getPath() + " '" + request.getPolicy() + "' " + request.getReplicas()
                        + dry(request.getDryRun()),
                request.getPath());
    }

    private static String dry(boolean dryRun) {
        return dryRun ? " dry" : "";
    }

    @Override
    public FileResponseProto file(RpcController controller, FileRequestProto request) throws ServiceException {
        return answer(() -> {
            record("file " + request.getPath());
            requireActive();
            FileResponseProto known = files.get(request.getPath());
            if (known == null) {
                throw new FileNotFoundException("no file " + request.getPath());
            }
            return known;
        });
    }

    /** A file of three blocks of 10 bytes, in responses of one block each. */
    @Override
    public ReplicasResponseProto replicas(RpcController controller, ReplicasRequestProto request)
            throws ServiceException {
        return answer(() -> {
            record("replicas " + request.getPath() + " " + request.getOffset());
            requireActive();
            long offset = request.getOffset();
            ReplicasResponseProto.Builder response = ReplicasResponseProto.newBuilder()
                    .addBlocks(BlockReplicasProto.newBuilder()
                            .setOffset(offset)
                            .setLength(10)
                            .addReplicas(ReplicaProto.newBuilder()
                                    .setHost("n1")
                                    .setAddress("10.0.0.1:9866")
                                    .setTier("fast")
                                    .setRank(0))
                            .addReplicas(ReplicaProto.newBuilder().setHost("n2").setAddress("10.0.0.2:9866")));
            return (offset < 20 ? response.setNext(offset + 10) : response).build();
        });
    }

    @Override
    public ExplainResponseProto explain(RpcController controller, FileRequestProto request) throws ServiceException {
        return answer(() -> {
            record("explain " + request.getPath());
            requireActive();
            return ExplainResponseProto.newBuilder()
                    .addLines("policy hybrid of the cluster")
                    .addLines("block \u001b[31m1")
                    .build();
        });
    }

    @Override
    public TiersResponseProto tiers(RpcController controller, TiersRequestProto request) throws ServiceException {
        return answer(() -> {
            record("tiers");
            return TiersResponseProto.newBuilder()
                    .addTiers(tier("fast", 0, 1L << 40, 1L << 39))
                    .addTiers(tier("disk", 1, 1L << 44, 1L << 40))
                    .setWithoutTier(1)
                    .setDefaultPolicy("hybrid")
                    .setRetrieval("tier-aware")
                    .addUnmatchedMapEntries("n1:9867")
                    .addQuotas(quota(true))
                    .build();
        });
    }

    private static QuotaProto quota(boolean counted) {
        return QuotaProto.newBuilder()
                .setPath("/data")
                .setTier("fast")
                .setLimit(3L << 39)
                .setCounted(counted)
                .setUsed(1L << 39)
                .setWanted(1L << 40)
                .build();
    }

    @Override
    public QuotasResponseProto quotas(RpcController controller, FileRequestProto request) throws ServiceException {
        return answer(() -> {
            record("quotas " + request.getPath());
            requireActive();
            return request.getPath().equals("/free")
                    ? QuotasResponseProto.getDefaultInstance()
                    : QuotasResponseProto.newBuilder().addQuotas(quota(false)).build();
        });
    }

    @Override
    public QuotasResponseProto setQuota(RpcController controller, SetQuotaRequestProto request)
            throws ServiceException {
        return answer(() -> {
            StringBuilder call = new StringBuilder("setQuota " + request.getPath());
            for (TierLimitProto limit : request.getLimitsList()) {
                call.append(' ')
                        .append(limit.getTier())
                        .append(' ')
                        .append(limit.hasBytes() ? limit.getBytes() : "none");
            }
            record(call.toString());
            requireActive();
            return QuotasResponseProto.newBuilder().addQuotas(quota(true)).build();
        });
    }

    private static TierProto tier(String name, int rank, long capacity, long used) {
        return TierProto.newBuilder()
                .setName(name)
                .setRank(rank)
                .setWeight(4.0 / (rank + 1))
                .setLive(3)
                .setDead(rank)
                .setUsable(3)
                .setCapacity(capacity)
                .setUsed(used)
                .setRemaining(capacity - used)
                .setReplicas(1234)
                .setLoad(5)
                .setReadsServed(60)
                .setWritesServed(70)
                .setRacks(2)
                .build();
    }

    @Override
    public StatusResponseProto status(RpcController controller, StatusRequestProto request) throws ServiceException {
        return answer(() -> {
            record("status");
            return StatusResponseProto.newBuilder()
                    .setState(active ? "active" : "standby")
                    .setMonitor("idle")
                    .setFilesScanned(10)
                    .setLastScanMillis(1500)
                    .setScanLockFraction(0.01)
                    .setMisplacedBlocks(2)
                    .setMovesQueued(3)
                    .setMovesRunning(1)
                    .setMovesDone(7)
                    .setMovesFailed(0)
                    .setBytesMoved(5 << 20)
                    .setBytesLeft(20 << 20)
                    .setBytesPerSecond(0)
                    .setFilesDemoted(0)
                    .setFilesPromoted(0)
                    .setDegradedChoices(0)
                    .setLastScanEndMillis(System.currentTimeMillis() - 185_000)
                    .setLastErrorMillis(System.currentTimeMillis() - 7_205_000)
                    .addLastErrors("tier fast has \u0007 one usable node")
                    .build();
        });
    }

    @Override
    public ForgetResponseProto forget(RpcController controller, ForgetRequestProto request) throws ServiceException {
        return answer(() -> {
            record("forget " + request.getAddress());
            return ForgetResponseProto.newBuilder()
                    .setForgotten(request.getAddress().startsWith("known"))
                    .build();
        });
    }

    @Override
    public DatanodeTiersResponseProto datanodeTiers(RpcController controller, DatanodeTiersRequestProto request)
            throws ServiceException {
        throw new ServiceException(new IOException("no client asks this"));
    }

    @Override
    public void close() {
        server.stop();
    }
}
