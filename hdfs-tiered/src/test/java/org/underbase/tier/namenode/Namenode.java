package org.underbase.tier.namenode;

import java.io.IOException;
import org.apache.hadoop.conf.Configuration;
import org.apache.hadoop.hdfs.server.namenode.NameNode;
import org.apache.hadoop.ipc.ProtobufRpcEngine2;
import org.apache.hadoop.ipc.RPC;
import org.underbase.tier.protocol.TierProtocol;
import org.underbase.tier.protocol.TierProtocolPB;
import org.underbase.tier.protocol.TierProtocolTranslator;
import org.underbase.tier.protocol.proto.TierProtocolProtos.ChangeResponseProto;
import org.underbase.tier.protocol.proto.TierProtocolProtos.SetPolicyRequestProto;
import org.underbase.tier.testing.MiniTieredCluster;

/** Calls of a test to the plug-in of one NameNode, over RPC. */
final class Namenode {
    private final MiniTieredCluster cluster;

    Namenode(MiniTieredCluster cluster) {
        this.cluster = cluster;
    }

    /** What to ask. */
    @FunctionalInterface
    interface Question<T> {
        T ask(TierProtocol protocol) throws IOException;
    }

    <T> T call(Question<T> question) throws IOException {
        return call(0, question);
    }

    <T> T call(int number, Question<T> question) throws IOException {
        Configuration conf = cluster.configuration();
        NameNode namenode = cluster.miniCluster().getNameNode(number);
        RPC.setProtocolEngine(conf, TierProtocolPB.class, ProtobufRpcEngine2.class);
        try (TierProtocolTranslator protocol = new TierProtocolTranslator(
                RPC.getProxy(TierProtocolPB.class, TierProtocol.VERSION, namenode.getNameNodeAddress(), conf))) {
            return question.ask(protocol);
        }
    }

    ChangeResponseProto setPolicy(String path, String policy, int replicas) throws IOException {
        return call(protocol -> protocol.setPolicy(SetPolicyRequestProto.newBuilder()
                .setPath(path)
                .setPolicy(policy)
                .setReplicas(replicas)
                .build()));
    }
}
