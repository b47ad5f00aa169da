package org.underbase.tier.namenode.rpc;

import java.io.IOException;
import java.util.Comparator;
import java.util.List;
import java.util.Optional;
import java.util.OptionalLong;
import java.util.TreeSet;
import org.apache.hadoop.hdfs.server.namenode.FSNamesystem;
import org.apache.hadoop.hdfs.server.namenode.FSPermissionChecker;
import org.apache.hadoop.hdfs.server.namenode.INode;
import org.apache.hadoop.hdfs.server.namenode.TierNamesystem;
import org.apache.hadoop.ipc.Server;
import org.apache.hadoop.security.AccessControlException;
import org.underbase.tier.namenode.registry.QuotaLimit;
import org.underbase.tier.namenode.registry.TierQuotas;
import org.underbase.tier.namenode.retrieval.TierTopology;
import org.underbase.tier.policy.TierNames;
import org.underbase.tier.policy.TierQuota;
import org.underbase.tier.protocol.TierException;
import org.underbase.tier.protocol.proto.TierProtocolProtos.QuotaProto;
import org.underbase.tier.protocol.proto.TierProtocolProtos.QuotasResponseProto;
import org.underbase.tier.protocol.proto.TierProtocolProtos.SetQuotaRequestProto;
import org.underbase.tier.protocol.proto.TierProtocolProtos.TierLimitProto;
import org.underbase.tier.protocol.proto.TierProtocolProtos.TiersResponseProto;

/** Calls that set and report quotas of directories. */
final class QuotaOperations {
    private final FSNamesystem namesystem;
    private final TierTopology topology;

    QuotaOperations(FSNamesystem namesystem, TierTopology topology) {
        this.namesystem = namesystem;
        this.topology = topology;
    }

    private TierNames tiers() {
        return topology.registry().tiers();
    }

    private TierQuotas quotas() {
        return topology.quotas();
    }

    /** @param withRpcIds whether the edit log records the IDs of the call */
    void set(SetQuotaRequestProto request, boolean withRpcIds) throws IOException {
        String path = request.getPath();
        TierNamesystem.change(namesystem, path, "setTierQuota", true, withRpcIds, target -> {
            if (!TierNamesystem.calledBySuperuser(namesystem)) {
                throw new AccessControlException(
                        "the quota of a directory requires superuser privilege, not " + Server.getRemoteUser());
            }
            INode inode = target.path().getLastINode();
            if (!inode.isDirectory()) {
                throw new TierException(path + " is a file: only directories have quotas");
            }
            quotas().using();
            Optional<QuotaLimit> before = quotas().own(inode);
            TierQuota quota = before.map(QuotaLimit::quota).orElseGet(TierQuota::none);
            for (TierLimitProto limit : request.getLimitsList()) {
                quota = changed(quota, limit);
            }
            if (!quota.isEmpty()) {
                target.set(TierQuotas.QUOTA, TierQuotas.attribute(quota));
                // Registers the directory.
                quotas().own(inode);
            } else if (before.isPresent()) {
                target.remove(TierQuotas.QUOTA);
                quotas().remove(inode.getId());
            }
        });
    }

    private TierQuota changed(TierQuota quota, TierLimitProto limit) throws TierException {
        try {
            if (!quota.limits().containsKey(limit.getTier())) {
                tiers().requireRank(limit.getTier());
            }
            return quota.with(
                    limit.getTier(), limit.hasBytes() ? OptionalLong.of(limit.getBytes()) : OptionalLong.empty());
        } catch (IllegalArgumentException e) {
            throw new TierException(e.getMessage());
        }
    }

    /** Returns the quotas that apply to a path, for a user with traversal permission. */
    QuotasResponseProto of(String path) throws IOException {
        FSPermissionChecker checker = TierNamesystem.checker(namesystem);
        QuotasResponseProto.Builder response = QuotasResponseProto.newBuilder();
        namesystem.readLock();
        try {
            INode inode =
                    TierNamesystem.resolve(namesystem, checker, path, false).getLastINode();
            for (QuotaLimit limit : quotas().of(inode)) {
                response.addAllQuotas(protos(limit));
            }
        } finally {
            namesystem.readUnlock("tierQuotas");
        }
        return response.build();
    }

    /** Adds the quotas of all directories to a response. */
    TiersResponseProto addAll(TiersResponseProto response) {
        TreeSet<QuotaProto> all = new TreeSet<>(Comparator.comparing(QuotaProto::getPath)
                .thenComparing(quota -> tiers().rank(quota.getTier()))
                .thenComparing(QuotaProto::getTier));
        quotas().eachLimit(limit -> all.addAll(protos(limit)));
        return response.toBuilder()
                .addAllQuotas(all)
                .setQuotasSearching(quotas().searching())
                .build();
    }

    /** Returns the limits of a directory. The caller holds the lock. */
    private List<QuotaProto> protos(QuotaLimit limit) {
        INode directory = namesystem.getFSDirectory().getInode(limit.directory());
        String path = directory.getFullPathName();
        return limit.quota().limits().entrySet().stream()
                .map(entry -> {
                    int rank = tiers().rank(entry.getKey());
                    return QuotaProto.newBuilder()
                            .setPath(path)
                            .setTier(entry.getKey())
                            .setLimit(entry.getValue())
                            .setCounted(limit.use().counted())
                            .setUsed(rank == TierNames.UNKNOWN ? 0 : limit.use().used(rank))
                            .setWanted(
                                    rank == TierNames.UNKNOWN ? 0 : limit.use().wanted(rank))
                            .build();
                })
                .toList();
    }
}
