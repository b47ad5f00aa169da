package org.underbase.bench.tiers.simulated;

import java.io.IOException;
import java.util.ArrayList;
import java.util.HashMap;
import java.util.List;
import java.util.Map;
import org.apache.hadoop.conf.Configuration;
import org.apache.hadoop.fs.StorageType;
import org.apache.hadoop.hdfs.protocol.BlockListAsLongs;
import org.apache.hadoop.hdfs.protocol.DatanodeID;
import org.apache.hadoop.hdfs.protocol.DatanodeInfo;
import org.apache.hadoop.hdfs.protocol.ExtendedBlock;
import org.apache.hadoop.hdfs.protocol.LocatedBlock;
import org.apache.hadoop.hdfs.security.token.block.ExportedBlockKeys;
import org.apache.hadoop.hdfs.server.common.HdfsServerConstants.NodeType;
import org.apache.hadoop.hdfs.server.common.StorageInfo;
import org.apache.hadoop.hdfs.server.namenode.NameNode;
import org.apache.hadoop.hdfs.server.protocol.BlockReportContext;
import org.apache.hadoop.hdfs.server.protocol.DatanodeRegistration;
import org.apache.hadoop.hdfs.server.protocol.DatanodeStorage;
import org.apache.hadoop.hdfs.server.protocol.NamenodeProtocols;
import org.apache.hadoop.hdfs.server.protocol.NamespaceInfo;
import org.apache.hadoop.hdfs.server.protocol.ReceivedDeletedBlockInfo;
import org.apache.hadoop.hdfs.server.protocol.ReceivedDeletedBlockInfo.BlockStatus;
import org.apache.hadoop.hdfs.server.protocol.SlowDiskReports;
import org.apache.hadoop.hdfs.server.protocol.SlowPeerReports;
import org.apache.hadoop.hdfs.server.protocol.StorageBlockReport;
import org.apache.hadoop.hdfs.server.protocol.StorageReceivedDeletedBlocks;
import org.apache.hadoop.hdfs.server.protocol.StorageReport;
import org.apache.hadoop.ipc.ProtobufRpcEngine2;
import org.apache.hadoop.ipc.RPC;
import org.apache.hadoop.util.VersionInfo;
import org.underbase.tier.conf.TierKeys;
import org.underbase.tier.protocol.TierDatanodeProtocolPB;
import org.underbase.tier.protocol.TierDatanodeProtocolTranslator;
import org.underbase.tier.protocol.TierProtocolPB;
import org.underbase.tier.protocol.TierProtocolTranslator;
import org.underbase.tier.protocol.proto.TierProtocolProtos.AnnounceRequestProto;
import org.underbase.tier.protocol.proto.TierProtocolProtos.DeviceProfileProto;

/** NameNode in this JVM with simulated DataNodes. */
final class SimulatedCluster implements AutoCloseable {
    /** Key of the tier whose DataNodes have no free space. */
    static final String FULL_TIER = "underbase.bench.full.tier";

    private static final long CAPACITY = 8L << 40;

    private final NameNode namenode;
    private final NamespaceInfo namespace;
    private final List<SimulatedDatanode> datanodes;
    private final Map<String, DatanodeRegistration> registrations = new HashMap<>();
    private final Map<String, SimulatedDatanode> byUuid = new HashMap<>();
    private final boolean flash;
    private final String fullTier;

    /**
     * Formats and starts the NameNode and registers the DataNodes.
     *
     * @param conf configuration of the NameNode
     * @param datanodes the DataNodes
     * @param flash whether storages of the faster tiers have type SSD; otherwise all have type DISK
     */
    SimulatedCluster(Configuration conf, List<SimulatedDatanode> datanodes, boolean flash) throws IOException {
        this.datanodes = List.copyOf(datanodes);
        this.flash = flash;
        this.fullTier = conf.get(FULL_TIER, "");
        NameNode.format(conf);
        namenode = NameNode.createNameNode(new String[0], conf);
        namespace = rpc().versionRequest();
        for (SimulatedDatanode datanode : datanodes) {
            register(datanode);
        }
        if (!TierKeys.NAMES.text(conf).isEmpty()) {
            announce();
        }
    }

    NameNode namenode() {
        return namenode;
    }

    NamenodeProtocols rpc() {
        return namenode.getRpcServer();
    }

    List<SimulatedDatanode> datanodes() {
        return datanodes;
    }

    /** Returns the DataNode of a location. */
    SimulatedDatanode datanode(DatanodeInfo info) {
        return byUuid.get(info.getDatanodeUuid());
    }

    private void register(SimulatedDatanode datanode) throws IOException {
        DatanodeID id = new DatanodeID(
                datanode.ip(),
                datanode.host(),
                datanode.uuid(),
                datanode.port(),
                datanode.port() + 1,
                datanode.port() + 2,
                datanode.port() + 3);
        DatanodeRegistration registration = rpc().registerDatanode(new DatanodeRegistration(
                id,
                new StorageInfo(
                        namespace.getLayoutVersion(),
                        namespace.getNamespaceID(),
                        namespace.getClusterID(),
                        namespace.getCTime(),
                        NodeType.DATA_NODE),
                new ExportedBlockKeys(),
                VersionInfo.getVersion()));
        registrations.put(datanode.uuid(), registration);
        byUuid.put(datanode.uuid(), datanode);
        DatanodeStorage storage = storage(datanode);
        long used = datanode.tier().equals(fullTier) ? CAPACITY : 0;
        rpc().sendHeartbeat(
                        registration,
                        new StorageReport[] {new StorageReport(storage, false, CAPACITY, used, CAPACITY - used, 0, 0)},
                        0,
                        0,
                        0,
                        0,
                        0,
                        null,
                        false,
                        SlowPeerReports.EMPTY_REPORT,
                        SlowDiskReports.EMPTY_REPORT);
        rpc().blockReport(
                        registration,
                        namespace.getBlockPoolID(),
                        new StorageBlockReport[] {new StorageBlockReport(storage, BlockListAsLongs.EMPTY)},
                        new BlockReportContext(1, 0, 1, 0));
    }

    private DatanodeStorage storage(SimulatedDatanode datanode) {
        boolean ssd = flash && !datanode.tier().equals("hdd");
        return new DatanodeStorage(
                "DS-" + datanode.uuid(), DatanodeStorage.State.NORMAL, ssd ? StorageType.SSD : StorageType.DISK);
    }

    /** Connects to the plug-in of the NameNode, for clients. */
    TierProtocolTranslator tiers() throws IOException {
        return new TierProtocolTranslator(proxy(TierProtocolPB.class));
    }

    private <T> T proxy(Class<T> protocol) throws IOException {
        Configuration conf = namenode.getConf();
        RPC.setProtocolEngine(conf, protocol, ProtobufRpcEngine2.class);
        return RPC.getProxy(protocol, RPC.getProtocolVersion(protocol), namenode.getNameNodeAddress(), conf);
    }

    private void announce() throws IOException {
        try (TierDatanodeProtocolTranslator tiers =
                new TierDatanodeProtocolTranslator(proxy(TierDatanodeProtocolPB.class))) {
            for (SimulatedDatanode datanode : datanodes) {
                tiers.announce(AnnounceRequestProto.newBuilder()
                        .setUuid(datanode.uuid())
                        .setTier(datanode.tier())
                        .setBlockPoolId(namespace.getBlockPoolID())
                        .setProfile(DeviceProfileProto.newBuilder()
                                .setReadBandwidth(megabytes(datanode.tier()) * 1_000_000)
                                .build())
                        .build());
            }
        }
    }

    /** Returns the read bandwidth of a device in MB/s (hatS, Table I). */
    private static long megabytes(String tier) {
        return switch (tier) {
            case "pcie" -> 533;
            case "sata" -> 191;
            default -> 61;
        };
    }

    /** Reports the replicas of a block as written. */
    void received(LocatedBlock located) throws IOException {
        ExtendedBlock block = located.getBlock();
        for (DatanodeInfo location : located.getLocations()) {
            SimulatedDatanode datanode = datanode(location);
            rpc().blockReceivedAndDeleted(
                            registrations.get(datanode.uuid()),
                            namespace.getBlockPoolID(),
                            new StorageReceivedDeletedBlocks[] {
                                new StorageReceivedDeletedBlocks(storage(datanode), new ReceivedDeletedBlockInfo[] {
                                    new ReceivedDeletedBlockInfo(
                                            block.getLocalBlock(), BlockStatus.RECEIVED_BLOCK, null)
                                })
                            });
        }
    }

    /** Creates a call from each node, for threads that simulate its clients. */
    List<SimulatedCall> clients() {
        return new ArrayList<>(datanodes.stream()
                .map(SimulatedDatanode::ip)
                .distinct()
                .map(SimulatedCall::from)
                .toList());
    }

    @Override
    public void close() {
        namenode.stop();
        namenode.join();
    }
}
