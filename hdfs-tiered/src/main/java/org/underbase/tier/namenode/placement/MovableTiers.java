package org.underbase.tier.namenode.placement;

import java.io.IOException;
import java.net.InetSocketAddress;
import java.util.Collection;
import java.util.HashMap;
import java.util.Map;
import java.util.Optional;
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
 * Which DataNode is of which tier, for the Balancer and the Mover: they ask the placement policy, in a process of their
 * own, whether a replica may be moved. Asked of any NameNode, again every minute. While no NameNode has told, nothing is
 * moved: a move across tiers would have to be undone.
 */
final class MovableTiers {
    private static final Logger LOG = LoggerFactory.getLogger(MovableTiers.class);
    private static final long FRESH_NANOS = TimeUnit.MINUTES.toNanos(1);
    private static final int TIMEOUT_MILLIS = 10_000;

    private final Configuration conf;
    private Optional<Map<String, String>> tiers = Optional.empty();
    private long readAt;

    MovableTiers(Configuration conf) {
        this.conf = conf;
    }

    synchronized boolean mayMove(Collection<DatanodeInfo> locations, DatanodeInfo source, DatanodeInfo target) {
        if (TierKeys.NAMES.text(conf).isEmpty()) {
            return true;
        }
        if (tiers.isEmpty() || System.nanoTime() - readAt > FRESH_NANOS) {
            read();
        }
        return tiers.isPresent()
                && tier(source).equals(tier(target))
                && nodesStayDistinct(NodeIdentity.of(conf), locations, source, target);
    }

    private String tier(DatanodeInfo datanode) {
        return tiers.orElseThrow().getOrDefault(datanode.getDatanodeUuid(), "");
    }

    /**
     * Whether a move leaves at most one replica on each node.
     *
     * @param locations of the block now; the Balancer adds the target
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
        IOException last = new IOException("no NameNode is configured");
        try {
            for (Map<String, InetSocketAddress> namenodes :
                    DFSUtil.getNNServiceRpcAddressesForCluster(conf).values()) {
                for (InetSocketAddress namenode : namenodes.values()) {
                    try (TierProtocolTranslator proxy = connect(namenode)) {
                        Map<String, String> read = new HashMap<>();
                        for (DatanodeTierProto datanode : proxy.datanodeTiers().getDatanodesList()) {
                            read.put(datanode.getUuid(), datanode.getTier());
                        }
                        tiers = Optional.of(read);
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
                "tiers: no NameNode says which DataNode is of which tier ({}): {}",
                last.toString(),
                tiers.isPresent() ? "what was known before is used" : "no replica is moved");
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
