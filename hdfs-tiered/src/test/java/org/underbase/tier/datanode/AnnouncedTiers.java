package org.underbase.tier.datanode;

import java.io.IOException;
import java.lang.reflect.Proxy;
import java.util.ArrayList;
import java.util.List;
import org.apache.hadoop.conf.Configuration;
import org.apache.hadoop.hdfs.DFSUtil;
import org.apache.hadoop.hdfs.server.namenode.NameNode;
import org.apache.hadoop.hdfs.server.namenode.NameNodeRpcServer;
import org.apache.hadoop.ipc.ProtobufRpcEngine2;
import org.apache.hadoop.ipc.RPC;
import org.apache.hadoop.thirdparty.protobuf.ServiceException;
import org.underbase.tier.protocol.TierDatanodeProtocolPB;
import org.underbase.tier.protocol.proto.TierProtocolProtos.AnnounceRequestProto;
import org.underbase.tier.protocol.proto.TierProtocolProtos.AnnounceResponseProto;
import org.underbase.tier.protocol.proto.TierProtocolProtos.TierDatanodeProtocolService;

/** Recorder of announcements for the RPC server of a test's NameNode. Thread-safe. */
final class AnnouncedTiers {
    private final List<AnnounceRequestProto> requests = new ArrayList<>();
    private List<IOException> rejection = List.of();

    /** Serves on a NameNode that runs, as a plug-in does. */
    void serve(NameNode namenode, Configuration conf) throws IOException {
        TierDatanodeProtocolService.BlockingInterface service =
                (TierDatanodeProtocolService.BlockingInterface) Proxy.newProxyInstance(
                        getClass().getClassLoader(),
                        new Class<?>[] {TierDatanodeProtocolService.BlockingInterface.class},
                        (proxy, method, arguments) -> announce((AnnounceRequestProto) arguments[1]));
        RPC.setProtocolEngine(conf, TierDatanodeProtocolPB.class, ProtobufRpcEngine2.class);
        DFSUtil.addInternalPBProtocol(
                conf,
                TierDatanodeProtocolPB.class,
                TierDatanodeProtocolService.newReflectiveBlockingService(service),
                ((NameNodeRpcServer) namenode.getRpcServer()).getClientRpcServer());
    }

    private synchronized AnnounceResponseProto announce(AnnounceRequestProto request) throws ServiceException {
        requests.add(request);
        if (!rejection.isEmpty()) {
            throw new ServiceException(rejection.get(0));
        }
        return AnnounceResponseProto.newBuilder()
                .setRegistered(true)
                .setNextInMillis(1_000)
                .build();
    }

    synchronized void reject(IOException with) {
        rejection = List.of(with);
    }

    synchronized List<AnnounceRequestProto> requests() {
        return List.copyOf(requests);
    }

    synchronized void forget() {
        requests.clear();
    }
}
