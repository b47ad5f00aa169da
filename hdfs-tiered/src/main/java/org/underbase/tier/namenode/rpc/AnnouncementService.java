package org.underbase.tier.namenode.rpc;

import java.io.IOException;
import org.apache.hadoop.hdfs.server.blockmanagement.DatanodeDescriptor;
import org.apache.hadoop.hdfs.server.namenode.FSNamesystem;
import org.apache.hadoop.hdfs.server.namenode.TierNamesystem;
import org.apache.hadoop.ipc.Server;
import org.apache.hadoop.security.AccessControlException;
import org.apache.hadoop.thirdparty.protobuf.RpcController;
import org.apache.hadoop.thirdparty.protobuf.ServiceException;
import org.slf4j.Logger;
import org.slf4j.LoggerFactory;
import org.underbase.tier.namenode.registry.TierRegistry;
import org.underbase.tier.protocol.TierDatanodeProtocolPB;
import org.underbase.tier.protocol.TierException;
import org.underbase.tier.protocol.proto.TierProtocolProtos.AnnounceRequestProto;
import org.underbase.tier.protocol.proto.TierProtocolProtos.AnnounceResponseProto;

/**
 * Server of TierDatanodeProtocol on the NameNode's RPC ports. It accepts the announcement of a DataNode that is registered
 * with this NameNode, for the NameNode's block pool, from the registered IP address or the superuser. The registration
 * defines the address that is stored.
 */
public final class AnnouncementService implements TierDatanodeProtocolPB {
    private static final Logger LOG = LoggerFactory.getLogger(AnnouncementService.class);
    private static final long UNREGISTERED_MILLIS = 1000;

    private final FSNamesystem namesystem;
    private final TierRegistry registry;
    private final long intervalMillis;

    /** @param intervalMillis interval at which registered DataNodes repeat their announcements, in milliseconds */
    public AnnouncementService(FSNamesystem namesystem, TierRegistry registry, long intervalMillis) {
        this.namesystem = namesystem;
        this.registry = registry;
        this.intervalMillis = intervalMillis;
    }

    @Override
    public AnnounceResponseProto announce(RpcController controller, AnnounceRequestProto request)
            throws ServiceException {
        return TierService.answer(() -> {
            TierService.require(request.getUuid().length() <= 100, "the uuid is too long");
            TierService.require(request.getTier().length() <= 32, "the tier's name is too long");
            DatanodeDescriptor node =
                    namesystem.getBlockManager().getDatanodeManager().getDatanode(request.getUuid());
            if (node == null) {
                return response(false, UNREGISTERED_MILLIS);
            }
            requireDatanode(node, request);
            try {
                registry.announce(request.getUuid(), request.getTier(), node.getXferAddr(), request.getProfile());
            } catch (IllegalArgumentException e) {
                LOG.warn("tiers: rejected the announcement of {}: {}", node, e.getMessage());
                throw new TierException(e.getMessage());
            }
            return response(true, intervalMillis);
        });
    }

    private static AnnounceResponseProto response(boolean registered, long nextInMillis) {
        return AnnounceResponseProto.newBuilder()
                .setRegistered(registered)
                .setNextInMillis(nextInMillis)
                .build();
    }

    private void requireDatanode(DatanodeDescriptor node, AnnounceRequestProto request) throws IOException {
        String from = Server.getRemoteAddress();
        if (!TierNamesystem.calledBySuperuser(namesystem) && !node.getIpAddr().equals(from)) {
            throw new AccessControlException(
                    "the tier of " + node + " is announced by the DataNode or the superuser, not by "
                            + Server.getRemoteUser() + " from " + from);
        }
        TierService.require(
                request.getBlockPoolId().equals(namesystem.getBlockPoolId()),
                "DataNode " + node + " announces for the block pool '" + request.getBlockPoolId()
                        + "', this NameNode has " + namesystem.getBlockPoolId());
    }
}
