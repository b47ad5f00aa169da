package org.underbase.tier.namenode;

import java.io.EOFException;
import java.io.IOException;
import java.security.PrivilegedExceptionAction;
import org.apache.hadoop.conf.Configuration;
import org.apache.hadoop.hdfs.server.namenode.NameNode;
import org.apache.hadoop.ipc.ProtobufRpcEngine2;
import org.apache.hadoop.ipc.RPC;
import org.apache.hadoop.net.NetUtils;
import org.apache.hadoop.security.UserGroupInformation;
import org.underbase.tier.protocol.TierDatanodeProtocolPB;
import org.underbase.tier.protocol.TierDatanodeProtocolTranslator;
import org.underbase.tier.protocol.TierProtocol;
import org.underbase.tier.protocol.TierProtocolPB;
import org.underbase.tier.protocol.TierProtocolTranslator;
import org.underbase.tier.protocol.proto.TierProtocolProtos.AnnounceRequestProto;
import org.underbase.tier.protocol.proto.TierProtocolProtos.AnnounceResponseProto;
import org.underbase.tier.protocol.proto.TierProtocolProtos.ChangeReplicasRequestProto;
import org.underbase.tier.protocol.proto.TierProtocolProtos.ChangeResponseProto;
import org.underbase.tier.protocol.proto.TierProtocolProtos.ChangeTierRequestProto;
import org.underbase.tier.protocol.proto.TierProtocolProtos.FileResponseProto;
import org.underbase.tier.protocol.proto.TierProtocolProtos.MoveTierRequestProto;
import org.underbase.tier.protocol.proto.TierProtocolProtos.SetPolicyRequestProto;
import org.underbase.tier.protocol.proto.TierProtocolProtos.StatusResponseProto;
import org.underbase.tier.testing.MiniTieredCluster;

/** RPC client of a test for the plug-in of one NameNode. */
public final class Namenode {
    private final MiniTieredCluster cluster;

    public Namenode(MiniTieredCluster cluster) {
        this.cluster = cluster;
    }

    /** One call. */
    @FunctionalInterface
    public interface Question<T> {
        T ask(TierProtocol protocol) throws IOException;
    }

    public <T> T call(Question<T> question) throws IOException {
        return call(0, question);
    }

    /** Calls the NameNode with a number. */
    public <T> T call(int number, Question<T> question) throws IOException {
        return call(number, UserGroupInformation.getCurrentUser(), question);
    }

    /** Calls as another user without special permissions. */
    public <T> T callAs(String user, Question<T> question) throws Exception {
        return callAs(UserGroupInformation.createUserForTesting(user, new String[] {user + "-group"}), question);
    }

    /** Calls as another user. */
    public <T> T callAs(UserGroupInformation ugi, Question<T> question) throws Exception {
        return ugi.doAs((PrivilegedExceptionAction<T>) () -> call(0, ugi, question));
    }

    private <T> T call(int number, UserGroupInformation user, Question<T> question) throws IOException {
        try {
            return once(number, user, question);
        } catch (EOFException e) {
            // The connection was to the NameNode before its restart.
            return once(number, user, question);
        }
    }

    private <T> T once(int number, UserGroupInformation user, Question<T> question) throws IOException {
        try (TierProtocolTranslator protocol = new TierProtocolTranslator(proxy(TierProtocolPB.class, number, user))) {
            return question.ask(protocol);
        }
    }

    private <T> T proxy(Class<T> protocol, int number, UserGroupInformation user) throws IOException {
        Configuration conf = cluster.configuration();
        NameNode namenode = cluster.miniCluster().getNameNode(number);
        RPC.setProtocolEngine(conf, protocol, ProtobufRpcEngine2.class);
        return RPC.getProxy(
                protocol,
                RPC.getProtocolVersion(protocol),
                namenode.getNameNodeAddress(),
                user,
                conf,
                NetUtils.getDefaultSocketFactory(conf));
    }

    /** Announces the tier of a DataNode, as another user without special permissions or, if empty, as the superuser. */
    public AnnounceResponseProto announce(String user, AnnounceRequestProto request) throws IOException {
        return announce(
                user.isEmpty()
                        ? UserGroupInformation.getCurrentUser()
                        : UserGroupInformation.createUserForTesting(user, new String[] {user + "-group"}),
                request);
    }

    /** Announces the tier of a DataNode as another user. */
    public AnnounceResponseProto announce(UserGroupInformation ugi, AnnounceRequestProto request) throws IOException {
        try (TierDatanodeProtocolTranslator protocol =
                new TierDatanodeProtocolTranslator(proxy(TierDatanodeProtocolPB.class, 0, ugi))) {
            return protocol.announce(request);
        }
    }

    public ChangeResponseProto setPolicy(String path, String policy, int replicas) throws IOException {
        return call(protocol -> protocol.setPolicy(policyRequest(path, policy, replicas)));
    }

    public ChangeResponseProto create(Object path, String tier) throws IOException {
        return call(protocol -> protocol.createFileTier(changeRequest(path, tier)));
    }

    public ChangeResponseProto delete(Object path, String tier) throws IOException {
        return call(protocol -> protocol.deleteFileTier(changeRequest(path, tier)));
    }

    public ChangeResponseProto move(Object path, String from, String to, int replicas) throws IOException {
        return call(protocol -> protocol.moveTier(moveRequest(path.toString(), from, to, replicas)));
    }

    public FileResponseProto file(Object path) throws IOException {
        return call(protocol -> protocol.file(path.toString()));
    }

    public StatusResponseProto status() throws IOException {
        return call(TierProtocol::status);
    }

    public static SetPolicyRequestProto policyRequest(String path, String policy, int replicas) {
        return SetPolicyRequestProto.newBuilder()
                .setPath(path)
                .setPolicy(policy)
                .setReplicas(replicas)
                .build();
    }

    public static ChangeTierRequestProto changeRequest(Object path, String tier) {
        return ChangeTierRequestProto.newBuilder()
                .setPath(path.toString())
                .setTier(tier)
                .build();
    }

    public static ChangeReplicasRequestProto replicasRequest(Object path, String tier, int difference) {
        return ChangeReplicasRequestProto.newBuilder()
                .setPath(path.toString())
                .setTier(tier)
                .setDifference(difference)
                .build();
    }

    public static MoveTierRequestProto moveRequest(String path, String from, String to, int replicas) {
        return MoveTierRequestProto.newBuilder()
                .setPath(path)
                .setFrom(from)
                .setTo(to)
                .setReplicas(replicas)
                .build();
    }
}
