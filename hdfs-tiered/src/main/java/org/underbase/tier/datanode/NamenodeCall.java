package org.underbase.tier.datanode;

import java.io.IOException;
import java.net.InetSocketAddress;
import org.apache.hadoop.conf.Configuration;
import org.apache.hadoop.fs.CommonConfigurationKeys;
import org.apache.hadoop.io.retry.RetryPolicies;
import org.apache.hadoop.ipc.ProtobufRpcEngine2;
import org.apache.hadoop.ipc.RPC;
import org.apache.hadoop.net.NetUtils;
import org.apache.hadoop.security.SecurityUtil;
import org.apache.hadoop.security.UserGroupInformation;
import org.underbase.tier.protocol.TierDatanodeProtocolPB;
import org.underbase.tier.protocol.TierDatanodeProtocolTranslator;
import org.underbase.tier.protocol.proto.TierProtocolProtos.AnnounceRequestProto;
import org.underbase.tier.protocol.proto.TierProtocolProtos.AnnounceResponseProto;

/**
 * Client for announcements to one NameNode, as the DataNode's login user, whose Kerberos ticket the RPC client renews
 * from the keytab. A call fails quickly instead of retrying for minutes. Thread-safe.
 */
final class NamenodeCall {
    private static final int TIMEOUT_MILLIS = 10_000;

    private final Configuration conf;
    private final InetSocketAddress namenode;

    NamenodeCall(Configuration datanode, InetSocketAddress namenode) {
        this.namenode = namenode;
        conf = new Configuration(datanode);
        conf.setInt(CommonConfigurationKeys.IPC_CLIENT_CONNECT_MAX_RETRIES_ON_SOCKET_TIMEOUTS_KEY, 0);
        conf.setInt(CommonConfigurationKeys.IPC_CLIENT_CONNECT_MAX_RETRIES_ON_SASL_KEY, 1);
        conf.setInt(CommonConfigurationKeys.IPC_CLIENT_CONNECT_TIMEOUT_KEY, TIMEOUT_MILLIS);
        RPC.setProtocolEngine(conf, TierDatanodeProtocolPB.class, ProtobufRpcEngine2.class);
    }

    /**
     * Sends an announcement.
     *
     * @throws IOException if the NameNode is unreachable; exceptions of the NameNode are RemoteExceptions
     */
    AnnounceResponseProto announce(AnnounceRequestProto request) throws IOException {
        // With newer JDKs, a new thread does not inherit the user of its creator.
        return SecurityUtil.doAsLoginUser(() -> {
            // Resolve the name for each call: a NameNode may restart with another address.
            InetSocketAddress address = NetUtils.createSocketAddrForHost(namenode.getHostString(), namenode.getPort());
            TierDatanodeProtocolPB proxy = RPC.getProtocolProxy(
                            TierDatanodeProtocolPB.class,
                            RPC.getProtocolVersion(TierDatanodeProtocolPB.class),
                            address,
                            UserGroupInformation.getLoginUser(),
                            conf,
                            NetUtils.getDefaultSocketFactory(conf),
                            TIMEOUT_MILLIS,
                            RetryPolicies.TRY_ONCE_THEN_FAIL)
                    .getProxy();
            try (TierDatanodeProtocolTranslator translator = new TierDatanodeProtocolTranslator(proxy)) {
                return translator.announce(request);
            }
        });
    }
}
