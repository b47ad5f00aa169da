package org.underbase.tier.namenode.rpc;

import java.io.IOException;
import java.util.Comparator;
import java.util.List;
import org.apache.hadoop.hdfs.server.blockmanagement.BlockInfo;
import org.apache.hadoop.hdfs.server.blockmanagement.BlockManager;
import org.apache.hadoop.hdfs.server.blockmanagement.DatanodeDescriptor;
import org.apache.hadoop.hdfs.server.namenode.FSNamesystem;
import org.apache.hadoop.hdfs.server.namenode.FSPermissionChecker;
import org.apache.hadoop.hdfs.server.namenode.INode;
import org.apache.hadoop.hdfs.server.namenode.TierNamesystem;
import org.underbase.tier.namenode.registry.LiveReplica;
import org.underbase.tier.namenode.registry.TierRegistry;
import org.underbase.tier.policy.TierNames;
import org.underbase.tier.protocol.TierException;
import org.underbase.tier.protocol.proto.TierProtocolProtos.BlockReplicasProto;
import org.underbase.tier.protocol.proto.TierProtocolProtos.ReplicaProto;
import org.underbase.tier.protocol.proto.TierProtocolProtos.ReplicasResponseProto;

/** Reports of the tier of each replica of a file. Thread-safe; a report takes the namesystem's read lock once. */
final class ReplicaReports {
    /** Maximum number of blocks per report: less than a millisecond under the lock. */
    private static final int STEP = 500;

    private final FSNamesystem namesystem;
    private final TierRegistry registry;
    private final int step;

    ReplicaReports(FSNamesystem namesystem, TierRegistry registry) {
        this(namesystem, registry, STEP);
    }

    ReplicaReports(FSNamesystem namesystem, TierRegistry registry, int step) {
        this.namesystem = namesystem;
        this.registry = registry;
        this.step = step;
    }

    /**
     * Reports blocks of a file.
     *
     * @param path path of the file
     * @param offset position in the file; the report begins with the block that contains it
     * @throws TierException if the path is a directory
     */
    ReplicasResponseProto from(String path, long offset) throws IOException {
        FSPermissionChecker checker = TierNamesystem.checker(namesystem);
        ReplicasResponseProto.Builder response = ReplicasResponseProto.newBuilder();
        namesystem.readLock();
        try {
            INode inode =
                    TierNamesystem.resolve(namesystem, checker, path, true).getLastINode();
            if (!inode.isFile()) {
                throw new TierException(path + " is a directory: only files have replicas");
            }
            long start = 0;
            for (BlockInfo block : inode.asFile().getBlocks()) {
                long end = start + block.getNumBytes();
                if (end > offset && response.getBlocksCount() == step) {
                    return response.setNext(start).build();
                }
                if (end > offset) {
                    response.addBlocks(report(block, start));
                }
                start = end;
            }
        } finally {
            namesystem.readUnlock("tierReplicas");
        }
        return response.build();
    }

    private BlockReplicasProto report(BlockInfo block, long offset) {
        BlockManager blocks = namesystem.getBlockManager();
        BlockReplicasProto.Builder report =
                BlockReplicasProto.newBuilder().setOffset(offset).setLength(block.getNumBytes());
        List<LiveReplica> replicas = LiveReplica.of(blocks, registry, block);
        replicas.sort(Comparator.comparingInt(ReplicaReports::order));
        for (LiveReplica replica : replicas) {
            DatanodeDescriptor datanode = replica.storage().getDatanodeDescriptor();
            ReplicaProto.Builder one =
                    ReplicaProto.newBuilder().setAddress(datanode.getXferAddr()).setHost(datanode.getHostName());
            int rank = replica.location().tier();
            if (rank != TierNames.UNKNOWN) {
                one.setTier(registry.tiers().name(rank)).setRank(rank);
            }
            report.addReplicas(one);
        }
        return report.build();
    }

    private static int order(LiveReplica replica) {
        int rank = replica.location().tier();
        return rank == TierNames.UNKNOWN ? Integer.MAX_VALUE : rank;
    }
}
