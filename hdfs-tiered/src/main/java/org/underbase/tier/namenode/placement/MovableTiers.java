package org.underbase.tier.namenode.placement;

import java.io.IOException;
import java.net.InetSocketAddress;
import java.util.Collection;
import java.util.HashMap;
import java.util.Map;
import java.util.concurrent.TimeUnit;
import org.apache.hadoop.conf.Configuration;
import org.apache.hadoop.hdfs.DFSUtil;
import org.apache.hadoop.hdfs.protocol.DatanodeID;
import org.apache.hadoop.hdfs.protocol.DatanodeInfo;
import org.apache.hadoop.io.retry.RetryPolicies;
import org.apache.hadoop.ipc.ProtobufRpcEngine2;
import org.apache.hadoop.ipc.RPC;
import org.apache.hadoop.net.NetUtils;
import org.apache.hadoop.security.UserGroupInformation;
import org.slf4j.Logger;
import org.slf4j.LoggerFactory;
import org.underbase.tier.conf.TierKeys;
import org.underbase.tier.namenode.registry.NodeIdentity;
import org.underbase.tier.protocol.TierProtocolPB;
import org.underbase.tier.protocol.TierProtocolTranslator;
import org.underbase.tier.protocol.proto.TierProtocolProtos.DatanodeTierProto;

/**
 * Tiers of the DataNodes in the processes of the Balancer and the Mover, which call the placement policy to check moves. It
 * fetches them from any NameNode, once per minute. Until the first response it allows no move, because the monitor would undo
 * moves across tiers.
 */
final class MovableTiers {
    private static final Logger LOG = LoggerFactory.getLogger(MovableTiers.class);
    private static final long FRESH_NANOS = TimeUnit.MINUTES.toNanos(1);
    private static final int TIMEOUT_MILLIS = 10_000;

    private final Configuration conf;
    private Map<String, String> tiers = Map.of();
    private boolean fetched;
    private long readAt;

    MovableTiers(Configuration conf) {
        this.conf = conf;
    }

    synchronized boolean mayMove(Collection<DatanodeInfo> locations, DatanodeInfo source, DatanodeInfo target) {
        if (TierKeys.NAMES.text(conf).isEmpty()) {
            return true;
        }
        if (!fetched || System.nanoTime() - readAt > FRESH_NANOS) {
            read();
        }
        return fetched
                && tier(source).equals(tier(target))
                && nodesStayDistinct(NodeIdentity.of(conf), locations, source, target);
    }

    private String tier(DatanodeInfo datanode) {
        return tiers.getOrDefault(datanode.getDatanodeUuid(), "");
    }

    /**
     * Whether a move leaves at most one replica on each node.
     *
     * @param locations current locations of the block; the Balancer adds the target
     */
    static boolean nodesStayDistinct(
            NodeIdentity identity, Collection<DatanodeInfo> locations, DatanodeInfo source, DatanodeInfo target) {
        for (DatanodeInfo location : locations) {
            if (!location.getDatanodeUuid().equals(source.getDatanodeUuid())
                    && !location.getDatanodeUuid().equals(target.getDatanodeUuid())
                    && identity.of((DatanodeID) location).equals(identity.of((DatanodeID) target))) {
                return false;
            }
        }
        return true;
    }

    private void read() {
        RPC.setProtocolEngine(conf, TierProtocolPB.class, ProtobufRpcEngine2.class);
        IOException last = new IOException("the configuration contains no NameNode");
        try {
            for (Map<String, InetSocketAddress> namenodes :
                    DFSUtil.getNNServiceRpcAddressesForCluster(conf).values()) {
                for (InetSocketAddress namenode : namenodes.values()) {
                    try (TierProtocolTranslator proxy = connect(namenode)) {
                        Map<String, String> read = new HashMap<>();
                        for (DatanodeTierProto datanode : proxy.datanodeTiers().getDatanodesList()) {
                            read.put(datanode.getUuid(), datanode.getTier());
                        }
                        tiers = read;
                        fetched = true;
                        readAt = System.nanoTime();
                        return;
                    } catch (IOException e) {
                        last = e;
                    }
                }
            }
        } catch (IOException e) {
            last = e;
        }
        readAt = System.nanoTime();
        LOG.warn(
                "tiers: cannot fetch the DataNodes' tiers from a NameNode ({}): {}",
                last.toString(),
                fetched ? "using the last response" : "allowing no move");
    }

    private TierProtocolTranslator connect(InetSocketAddress namenode) throws IOException {
        return new TierProtocolTranslator(RPC.getProtocolProxy(
                        TierProtocolPB.class,
                        RPC.getProtocolVersion(TierProtocolPB.class),
                        namenode,
                        UserGroupInformation.getLoginUser(),
                        conf,
                        NetUtils.getDefaultSocketFactory(conf),
                        TIMEOUT_MILLIS,
                        RetryPolicies.TRY_ONCE_THEN_FAIL)
                .getProxy());
    }
}
