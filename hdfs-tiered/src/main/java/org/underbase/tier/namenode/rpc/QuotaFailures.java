package org.underbase.tier.namenode.rpc;

import java.io.IOException;
import java.util.ArrayList;
import java.util.List;
import org.apache.hadoop.hdfs.protocol.proto.ClientNamenodeProtocolProtos.AddBlockRequestProto;
import org.apache.hadoop.hdfs.server.namenode.FSNamesystem;
import org.apache.hadoop.hdfs.server.namenode.INode;
import org.apache.hadoop.hdfs.server.namenode.INodeFile;
import org.apache.hadoop.thirdparty.protobuf.ServiceException;
import org.underbase.operator.output.SizeText;
import org.underbase.tier.namenode.registry.QuotaLimit;
import org.underbase.tier.namenode.retrieval.TierTopology;

/**
 * Message of a failed {@code addBlock} that names the quotas without space for the block. HDFS reports a missing target as dead
 * or excluded DataNodes; its placement policy cannot add a reason, because it returns only the targets. Thread-safe.
 */
public final class QuotaFailures {
    /** Beginning of HDFS's message for a block without a target. */
    private static final String FILE = "File ";

    /** Part of the same message. Other messages can contain it as well, because they contain names that the caller chooses. */
    private static final String NO_TARGET = "could only be written to";

    private final CalledInodes inodes;
    private final TierTopology topology;

    public QuotaFailures(FSNamesystem namesystem, TierTopology topology) {
        this.inodes = new CalledInodes(namesystem, () -> topology.quotas().used());
        this.topology = topology;
    }

    /** Returns a failure of the same class whose message names the quotas; the same failure if it has another cause. */
    ServiceException named(AddBlockRequestProto request, ServiceException failure) {
        if (!(failure.getCause() instanceof IOException cause) || !hasNoTarget(cause)) {
            return failure;
        }
        // 0 from clients that do not send it.
        long id = request.getFileId();
        List<String> quotas = new ArrayList<>();
        inodes.use(
                directory -> id == 0
                        ? directory.unprotectedResolvePath(request.getSrc()).getLastINode()
                        : directory.getInode(id),
                inode -> quotas.addAll(withoutSpace(inode, request.getClientName())));
        if (quotas.isEmpty()) {
            return failure;
        }
        IOException named = new IOException(cause.getMessage() + " Quotas leave too little space for a block: "
                + String.join("; ", quotas) + " (see hdfs tier -quota)");
        named.setStackTrace(cause.getStackTrace());
        return new ServiceException(named);
    }

    private static boolean hasNoTarget(IOException cause) {
        String message = String.valueOf(cause.getMessage());
        return cause.getClass() == IOException.class && message.startsWith(FILE) && message.contains(NO_TARGET);
    }

    /** Whether a client has the file's lease. HDFS rejects any other client, which therefore must not see the quotas. */
    private static boolean isWriter(String client, INodeFile file) {
        return file.isUnderConstruction()
                && file.getFileUnderConstructionFeature().getClientName().equals(client);
    }

    private List<String> withoutSpace(INode inode, String client) {
        // Quotas do not limit erasure-coded files.
        if (!inode.isFile() || inode.asFile().isStriped() || !isWriter(client, inode.asFile())) {
            return List.of();
        }
        List<String> found = new ArrayList<>();
        INodeFile file = inode.asFile();
        // Without wanted tiers, all replicas of the block avoid a tier that has too little space for them.
        int replicas = topology.policies().of(file).wanted().isPresent() ? 1 : file.getFileReplication();
        for (QuotaLimit quota : topology.quotas().of(file)) {
            for (int rank = 0; rank < topology.registry().tiers().size(); rank++) {
                if (quota.use().counted() && !quota.fits(rank, replicas * file.getPreferredBlockSize())) {
                    found.add(topology.quotas().describe(quota, rank) + ", used are "
                            + SizeText.of(quota.use().used(rank)));
                }
            }
        }
        return found;
    }
}
