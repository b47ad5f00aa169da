package org.underbase.localcompact.worker;

import java.io.IOException;
import org.apache.hadoop.fs.CanSetDropBehind;
import org.apache.hadoop.hdfs.DFSClient;
import org.apache.hadoop.hdfs.protocol.DatanodeInfo;
import org.apache.hadoop.hdfs.protocol.LocatedBlock;
import org.apache.hadoop.hdfs.protocol.proto.HdfsProtos.LocatedBlockProto;
import org.apache.hadoop.hdfs.protocolPB.PBHelperClient;
import org.apache.hadoop.hdfs.server.datanode.CachingStrategy;
import org.underbase.localcompact.hdfs.ReplicaWriter;

/** Factory of replicas on one DataNode of this node, over HDFS's data transfer protocol. Thread-safe. */
final class ReplicaChannels implements BlockChannels, CanSetDropBehind {
    private final DFSClient client;
    private final OwnNode node;
    private final String dataNode;
    private final String clientName;
    private volatile CachingStrategy caching;

    ReplicaChannels(DFSClient client, OwnNode node, String dataNode, String clientName) {
        this.client = client;
        this.node = node;
        this.dataNode = dataNode;
        this.clientName = clientName;
        this.caching = client.getDefaultWriteCachingStrategy();
    }

    /** Sets whether the DataNode drops later replicas from the page cache; null for the DataNode's default. */
    @Override
    public void setDropBehind(Boolean dropBehind) {
        caching = new CachingStrategy.Builder(caching).setDropBehind(dropBehind).build();
    }

    private LocatedBlock parse(byte[] located) throws IOException {
        LocatedBlock block = PBHelperClient.convertLocatedBlockProto(LocatedBlockProto.parseFrom(located));
        for (DatanodeInfo each : block.getLocations()) {
            if (each.getXferAddr().equals(dataNode)) {
                // The client may connect to the host name, which the sender of the block chose.
                node.check(each.getXferAddr(client.getConf().isConnectToDnViaHostname()));
            }
        }
        return block;
    }

    @Override
    public BlockChannel open(byte[] located) throws IOException {
        LocatedBlock block = parse(located);
        ReplicaWriter writer = ReplicaWriter.open(client, block, dataNode, clientName, caching, true);
        return new BlockChannel() {
            @Override
            public void write(byte[] bytes, int offset, int length) throws IOException {
                writer.write(bytes, offset, length);
            }

            @Override
            public void awaitAcknowledged() throws IOException {
                writer.awaitAcknowledged();
            }

            @Override
            public void complete() throws IOException {
                writer.complete();
            }

            @Override
            public long recover(byte[] newlyLocated) throws IOException {
                LocatedBlock renewed = parse(newlyLocated);
                ReplicaWriter.recoverClose(
                        client, renewed, dataNode, clientName, block.getBlock().getGenerationStamp(), writer.length());
                return renewed.getBlock().getGenerationStamp();
            }

            @Override
            public void close() throws IOException {
                writer.close();
            }
        };
    }
}
