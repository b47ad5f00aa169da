package org.underbase.tier.namenode.rpc;

import java.util.ArrayList;
import java.util.Arrays;
import java.util.List;
import org.apache.hadoop.conf.Configuration;
import org.apache.hadoop.fs.CommonConfigurationKeysPublic;
import org.apache.hadoop.hdfs.HDFSPolicyProvider;
import org.apache.hadoop.ipc.RPC;
import org.apache.hadoop.security.authorize.PolicyProvider;
import org.apache.hadoop.security.authorize.Service;
import org.slf4j.Logger;
import org.slf4j.LoggerFactory;
import org.underbase.tier.protocol.TierDatanodeProtocol;
import org.underbase.tier.protocol.TierProtocol;

/**
 * Grant of TierProtocol and TierDatanodeProtocol in the servers' access lists ({@code security.tier.protocol.acl} and
 * {@code security.tier.datanode.protocol.acl} in {@code hadoop-policy.xml}) with {@code hadoop.security.authorization}. {@code dfsadmin -refreshServiceAcl} loads only HDFS's protocols, so this
 * class repeats the grant after a refresh. Until then, new connections are rejected and clients retry.
 */
public final class TierAccess {
    private static final Logger LOG = LoggerFactory.getLogger(TierAccess.class);
    private static final PolicyProvider PROTOCOLS = new PolicyProvider() {
        @Override
        public Service[] getServices() {
            List<Service> services = new ArrayList<>(Arrays.asList(new HDFSPolicyProvider().getServices()));
            services.add(new Service(TierProtocol.ACL_KEY, TierProtocol.class));
            services.add(new Service(TierDatanodeProtocol.ACL_KEY, TierDatanodeProtocol.class));
            return services.toArray(new Service[0]);
        }
    };

    private final boolean authorization;
    private final List<RPC.Server> servers;
    private final Configuration started;
    private boolean granted;

    public TierAccess(Configuration conf, List<RPC.Server> servers) {
        this.authorization = conf.getBoolean(CommonConfigurationKeysPublic.HADOOP_SECURITY_AUTHORIZATION, false);
        this.servers = List.copyOf(servers);
        this.started = conf;
    }

    /**
     * Grants the protocols if they are not granted: first with the configuration of the NameNode, after a refresh with the
     * current files, like HDFS for its protocols. Not safe for concurrent calls.
     */
    public void keep() {
        if (!authorization) {
            return;
        }
        for (RPC.Server server : servers) {
            if (!server.getServiceAuthorizationManager().getProtocolsWithAcls().contains(TierProtocol.class)) {
                server.refreshServiceAcl(granted ? new Configuration() : started, PROTOCOLS);
                LOG.info(
                        "tiers: granted {} and {} on port {}",
                        TierProtocol.NAME,
                        TierDatanodeProtocol.NAME,
                        server.getPort());
            }
        }
        granted = true;
    }
}
