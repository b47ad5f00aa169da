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
import org.underbase.tier.protocol.TierProtocol;

/**
 * Keeps TierProtocol in the servers' access lists ({@code security.tier.protocol.acl} in {@code hadoop-policy.xml}) where
 * {@code hadoop.security.authorization} is on. {@code dfsadmin -refreshServiceAcl} loads HDFS's own protocols only, so ours
 * is granted again when it has gone; in between new connections are refused and clients try again.
 */
public final class TierAccess {
    private static final Logger LOG = LoggerFactory.getLogger(TierAccess.class);
    private static final PolicyProvider PROTOCOLS = new PolicyProvider() {
        @Override
        public Service[] getServices() {
            List<Service> services = new ArrayList<>(Arrays.asList(new HDFSPolicyProvider().getServices()));
            services.add(new Service(TierProtocol.ACL_KEY, TierProtocol.class));
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
     * Grants where it is not granted: at first by the configuration the NameNode was started with, again by the files as they
     * are then, both as HDFS does for its own protocols. Called by one thread at a time.
     */
    public void keep() {
        if (!authorization) {
            return;
        }
        for (RPC.Server server : servers) {
            if (!server.getServiceAuthorizationManager().getProtocolsWithAcls().contains(TierProtocol.class)) {
                server.refreshServiceAcl(granted ? new Configuration() : started, PROTOCOLS);
                LOG.info("tiers: {} is in the access lists of port {}", TierProtocol.NAME, server.getPort());
            }
        }
        granted = true;
    }
}
