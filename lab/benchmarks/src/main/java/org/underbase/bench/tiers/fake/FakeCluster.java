package org.underbase.bench.tiers.fake;

import java.io.IOException;
import java.net.InetSocketAddress;
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
import org.underbase.tier.protocol.TierProtocolPB;
import org.underbase.tier.protocol.TierProtocolTranslator;
import org.underbase.tier.protocol.proto.TierProtocolProtos.AnnounceRequestProto;
import org.underbase.tier.protocol.proto.TierProtocolProtos.DeviceProfileProto;

/** A NameNode in this JVM with DataNodes that do not exist registered. */
final class FakeCluster implements AutoCloseable {
    private static final long CAPACITY = 8L << 40;

    private final NameNode namenode;
    private final NamespaceInfo namespace;
    private final List<FakeDatanode> datanodes;
    private final Map<String, DatanodeRegistration> registrations = new HashMap<>();
    private final Map<String, FakeDatanode> byUuid = new HashMap<>();
    private final boolean flash;

    /**
     * Starts it, formatted.
     *
     * @param flash whether the faster tiers' storages are of type SSD; else all are DISK
     */
    FakeCluster(Configuration conf, List<FakeDatanode> datanodes, boolean flash) throws IOException {
        this.datanodes = List.copyOf(datanodes);
        this.flash = flash;
        NameNode.format(conf);
        namenode = NameNode.createNameNode(new String[0], conf);
        namespace = rpc().versionRequest();
        for (FakeDatanode datanode : datanodes) {
            register(datanode);
        }
        if (!TierKeys.NAMES.text(conf).isEmpty()) {
            announce(conf);
        }
    }

    NameNode namenode() {
        return namenode;
    }

    NamenodeProtocols rpc() {
        return namenode.getRpcServer();
    }

    List<FakeDatanode> datanodes() {
        return datanodes;
    }

    /** The DataNode that the NameNode means. */
    FakeDatanode meant(DatanodeInfo info) {
        return byUuid.get(info.getDatanodeUuid());
    }

    private void register(FakeDatanode fake) throws IOException {
        DatanodeID id = new DatanodeID(
                fake.ip(), fake.host(), fake.uuid(), fake.port(), fake.port() + 1, fake.port() + 2, fake.port() + 3);
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
        registrations.put(fake.uuid(), registration);
        byUuid.put(fake.uuid(), fake);
        DatanodeStorage storage = storage(fake);
        rpc().sendHeartbeat(
                        registration,
                        new StorageReport[] {new StorageReport(storage, false, CAPACITY, 0, CAPACITY, 0, 0)},
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

    private DatanodeStorage storage(FakeDatanode fake) {
        boolean ssd = flash && !fake.tier().equals("hdd");
        return new DatanodeStorage(
                "DS-" + fake.uuid(), DatanodeStorage.State.NORMAL, ssd ? StorageType.SSD : StorageType.DISK);
    }

    private void announce(Configuration conf) throws IOException {
        RPC.setProtocolEngine(conf, TierProtocolPB.class, ProtobufRpcEngine2.class);
        InetSocketAddress address = namenode.getNameNodeAddress();
        try (TierProtocolTranslator tiers = new TierProtocolTranslator(
                RPC.getProxy(TierProtocolPB.class, RPC.getProtocolVersion(TierProtocolPB.class), address, conf))) {
            for (FakeDatanode fake : datanodes) {
                tiers.announce(AnnounceRequestProto.newBuilder()
                        .setUuid(fake.uuid())
                        .setTier(fake.tier())
                        .setAddress(fake.ip() + ":" + fake.port())
                        .setProfile(DeviceProfileProto.newBuilder()
                                .setReadBandwidth(megabytes(fake.tier()) * 1_000_000)
                                .build())
                        .build());
            }
        }
    }

    /** Table I of the hatS paper: what a device reads in a second. */
    private static long megabytes(String tier) {
        return switch (tier) {
            case "pcie" -> 533;
            case "sata" -> 191;
            default -> 61;
        };
    }

    /** Says that the replicas of a block have been written. */
    void received(LocatedBlock located) throws IOException {
        ExtendedBlock block = located.getBlock();
        for (DatanodeInfo location : located.getLocations()) {
            FakeDatanode fake = meant(location);
            rpc().blockReceivedAndDeleted(
                            registrations.get(fake.uuid()),
                            namespace.getBlockPoolID(),
                            new StorageReceivedDeletedBlocks[] {
                                new StorageReceivedDeletedBlocks(storage(fake), new ReceivedDeletedBlockInfo[] {
                                    new ReceivedDeletedBlockInfo(
                                            block.getLocalBlock(), BlockStatus.RECEIVED_BLOCK, null)
                                })
                            });
        }
    }

    /** A call from each node, for the threads that play its clients. */
    List<FakeCall> clients() {
        return new ArrayList<>(datanodes.stream()
                .map(FakeDatanode::ip)
                .distinct()
                .map(FakeCall::from)
                .toList());
    }

    @Override
    public void close() {
        namenode.stop();
        namenode.join();
    }
}
