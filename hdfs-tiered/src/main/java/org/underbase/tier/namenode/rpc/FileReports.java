package org.underbase.tier.namenode.rpc;

import java.io.IOException;
import java.util.ArrayList;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Locale;
import java.util.Map;
import java.util.Optional;
import org.apache.hadoop.hdfs.server.blockmanagement.BlockInfo;
import org.apache.hadoop.hdfs.server.blockmanagement.BlockManager;
import org.apache.hadoop.hdfs.server.blockmanagement.DatanodeStorageInfo;
import org.apache.hadoop.hdfs.server.namenode.FSNamesystem;
import org.apache.hadoop.hdfs.server.namenode.FSPermissionChecker;
import org.apache.hadoop.hdfs.server.namenode.INode;
import org.apache.hadoop.hdfs.server.namenode.INodeFile;
import org.apache.hadoop.hdfs.server.namenode.TierNamesystem;
import org.underbase.tier.namenode.monitor.MovePlanner;
import org.underbase.tier.namenode.monitor.TierMonitor;
import org.underbase.tier.namenode.registry.FilePolicy;
import org.underbase.tier.namenode.registry.LiveReplica;
import org.underbase.tier.namenode.registry.TierRegistry;
import org.underbase.tier.namenode.retrieval.TierTopology;
import org.underbase.tier.policy.PlacementCheck;
import org.underbase.tier.policy.ReplicaLocation;
import org.underbase.tier.policy.ReplicaVector;
import org.underbase.tier.policy.TierCounts;
import org.underbase.tier.policy.TierNames;
import org.underbase.tier.protocol.proto.TierProtocolProtos.FileResponseProto;
import org.underbase.tier.protocol.proto.TierProtocolProtos.PresentProto;

/** Reports of wanted and present replicas of files. Thread-safe; takes the namesystem's read lock in short holds. */
final class FileReports {
    private static final int EXPLAINED_BLOCKS = 200;

    private final FSNamesystem namesystem;
    private final TierTopology topology;
    private final TierRegistry registry;
    private final TierMonitor monitor;

    FileReports(FSNamesystem namesystem, TierTopology topology, TierMonitor monitor) {
        this.namesystem = namesystem;
        this.topology = topology;
        this.registry = topology.registry();
        this.monitor = monitor;
    }

    FileResponseProto file(String path) throws IOException {
        FSPermissionChecker checker = TierNamesystem.checker(namesystem);
        FileResponseProto.Builder response = FileResponseProto.newBuilder();
        FilePolicy policy;
        namesystem.readLock();
        try {
            INode inode =
                    TierNamesystem.resolve(namesystem, checker, path, false).getLastINode();
            policy = topology.policies().of(inode);
            response.setDirectory(!inode.isFile())
                    .setPolicy(policy.unread().isEmpty() ? policy.policy().toString() : policy.unread())
                    .setReason(unread(policy))
                    .setCached(policy.cached())
                    .setPolicyOrigin(policy.from().name().toLowerCase(Locale.ROOT))
                    .setPolicyPath(holder(policy))
                    .setDemoted(policy.demoted())
                    .setReplication(policy.replication())
                    .setBlocks(0)
                    .setLength(0)
                    .setUnderConstruction(false)
                    .setMisplaced(0)
                    .setBytesToCopy(0)
                    .setMovesPending(monitor.movesOf(inode.getId()))
                    .setErasureCoded(false);
            if (inode.isFile()) {
                describe(inode.asFile(), policy, response);
            }
        } finally {
            namesystem.readUnlock("tierFile");
        }
        if (!response.getDirectory()) {
            describeBlocks(policy, response);
        }
        return response.build();
    }

    private String holder(FilePolicy policy) {
        INode holder = policy.holder() == 0 ? null : namesystem.getFSDirectory().getInode(policy.holder());
        return holder == null ? "" : holder.getFullPathName();
    }

    private void describe(INodeFile file, FilePolicy policy, FileResponseProto.Builder response) {
        policy.wanted()
                .ifPresent(wanted -> response.setWanted(
                        ReplicaVector.of(wanted, registry.tiers()).toString()));
        response.setReplication(file.getFileReplication())
                .setErasureCoded(file.isStriped())
                .setBlocks(file.getBlocks().length)
                .setLength(file.computeFileSize())
                .setUnderConstruction(file.isUnderConstruction());
    }

    private void describeBlocks(FilePolicy policy, FileResponseProto.Builder response) {
        BlockManager blocks = namesystem.getBlockManager();
        Map<TierCounts, Long> present = new LinkedHashMap<>();
        new BlockSteps(namesystem).each(policy.inode(), (file, block) -> {
            List<ReplicaLocation> locations = LiveReplica.locations(LiveReplica.of(blocks, registry, block));
            TierCounts counts =
                    PlacementCheck.present(locations, registry.tiers().size());
            present.merge(counts, 1L, Long::sum);
            Optional<TierCounts> goal = policy.wanted().map(wanted -> MovePlanner.goal(block, wanted));
            if (goal.isPresent() && !file.isUnderConstruction() && !right(locations, counts, goal.get())) {
                response.setMisplaced(response.getMisplaced() + 1)
                        .setBytesToCopy(response.getBytesToCopy()
                                + block.getNumBytes()
                                        * PlacementCheck.missing(locations, goal.get())
                                                .sum());
            }
        });
        present.forEach((counts, count) -> response.addPresent(PresentProto.newBuilder()
                .setVector(
                        counts.sum() == 0
                                ? "none"
                                : ReplicaVector.of(counts, registry.tiers()).toString())
                .setBlocks(count)));
        response.setReason(response.getMisplaced() == 0 ? unread(policy) : reason(policy));
    }

    private static String unread(FilePolicy policy) {
        return policy.unread().isEmpty()
                ? ""
                : "the policy '" + policy.unread()
                        + "' is ignored because it contains a tier that is not in dfs.tier.names, or has a later version:"
                        + " replicas are not moved until another policy is set";
    }

    /**
     * Whether a block has exactly the wanted replicas, each on a different node. Replicas on one rack do not count as
     * misplaced, because a tier may have only one rack.
     */
    static boolean right(List<ReplicaLocation> locations, TierCounts counts, TierCounts wanted) {
        return counts.sum() == wanted.sum()
                && PlacementCheck.shifts(locations, wanted, false).isEmpty();
    }

    /** Returns the reason why a file cannot be placed at present; empty without one. */
    private String reason(FilePolicy policy) {
        TierCounts wanted = policy.wanted().orElseThrow();
        for (int rank = 0; rank < wanted.tiers(); rank++) {
            long usable = java.util.Arrays.stream(topology.index().tier(rank).all())
                    .filter(node -> node.isInService() && node.isAlive())
                    .map(registry::node)
                    .distinct()
                    .count();
            if (usable < wanted.of(rank)) {
                return "the tier '" + registry.tiers().name(rank) + "' has " + usable + " nodes in service, "
                        + wanted.of(rank) + " are needed";
            }
        }
        return monitor.reason(policy.inode(), wanted);
    }

    List<String> explain(String path) throws IOException {
        FileResponseProto file = file(path);
        List<String> lines = new ArrayList<>();
        lines.add("policy " + file.getPolicy() + ", " + origin(file));
        if (file.getDirectory()) {
            if (!file.getReason().isEmpty()) {
                lines.add("reason: " + file.getReason());
            }
            lines.add("files below inherit it unless they have a policy");
            return lines;
        }
        lines.add(
                file.hasWanted()
                        ? "wanted " + file.getWanted() + " for replication " + file.getReplication()
                                + (file.getDemoted() ? ", demoted to slower tiers because a tier was full" : "")
                        : file.getReason().isEmpty()
                                ? "no tiers are wanted: stock placement"
                                : "no replicas are wanted");
        if (file.getCached()) {
            lines.add("cached: one of the replicas on the fastest tier is additional, because the file is read often");
        }
        double heat = monitor.heat(path);
        if (heat > 0) {
            lines.add(String.format(Locale.ROOT, "heat %.1f: reads, weighted by age", heat));
        }
        FSPermissionChecker checker = TierNamesystem.checker(namesystem);
        namesystem.readLock();
        try {
            INode inode =
                    TierNamesystem.resolve(namesystem, checker, path, true).getLastINode();
            if (inode.isFile()) {
                explainBlocks(
                        inode.asFile(),
                        topology.policies().of(inode),
                        !file.getReason().isEmpty(),
                        lines);
            }
        } finally {
            namesystem.readUnlock("tierExplain");
        }
        if (!file.getReason().isEmpty()) {
            lines.add("reason: " + file.getReason());
        }
        return lines;
    }

    private static String origin(FileResponseProto file) {
        return switch (file.getPolicyOrigin()) {
            case "file" -> "set on the file";
            case "directory" -> "inherited from " + file.getPolicyPath();
            default -> "the cluster's default (dfs.tier.policy)";
        };
    }

    private void explainBlocks(INodeFile file, FilePolicy policy, boolean withheld, List<String> lines) {
        BlockManager blocks = namesystem.getBlockManager();
        BlockInfo[] all = file.getBlocks();
        for (int i = 0; i < all.length && i < EXPLAINED_BLOCKS; i++) {
            List<LiveReplica> replicas = LiveReplica.of(blocks, registry, all[i]);
            List<ReplicaLocation> locations = LiveReplica.locations(replicas);
            lines.add("block " + i + " " + all[i] + (all[i].isComplete() ? "" : ", under construction"));
            for (DatanodeStorageInfo storage : blocks.getStorages(all[i])) {
                String fault = LiveReplica.fault(blocks, all[i], storage);
                lines.add("  on " + storage.getDatanodeDescriptor().getXferAddrWithHostname() + " in "
                        + storage.getDatanodeDescriptor().getNetworkLocation() + ", "
                        + tier(registry.rank(storage.getDatanodeDescriptor()))
                        + (fault.isEmpty() ? "" : ": does not count, " + fault));
            }
            BlockInfo block = all[i];
            policy.wanted()
                    .ifPresent(wanted ->
                            lines.add("  " + fate(locations, MovePlanner.goal(block, wanted), file, withheld)));
        }
        if (all.length > EXPLAINED_BLOCKS) {
            lines.add((all.length - EXPLAINED_BLOCKS) + " more blocks are not shown");
        }
    }

    private String tier(int rank) {
        return rank == TierNames.UNKNOWN
                ? "no tier"
                : "tier " + registry.tiers().name(rank);
    }

    private String fate(List<ReplicaLocation> locations, TierCounts wanted, INodeFile file, boolean withheld) {
        List<PlacementCheck.Shift> shifts =
                PlacementCheck.shifts(locations, wanted, topology.index().severalRacks());
        if (file.isUnderConstruction()) {
            return "not moved while the file is under construction";
        }
        if (locations.size() < wanted.sum()) {
            return "HDFS will add " + (wanted.sum() - locations.size()) + " on the tiers that lack replicas";
        }
        if (locations.size() > wanted.sum()) {
            return "HDFS will delete " + (locations.size() - wanted.sum()) + " on the tiers with excess replicas";
        }
        if (shifts.isEmpty()) {
            return "as wanted";
        }
        StringBuilder text = new StringBuilder(withheld ? "to be moved, see the reason:" : "the monitor will move");
        for (PlacementCheck.Shift shift : shifts) {
            ReplicaLocation from = locations.get(shift.replica());
            text.append(" the replica on ")
                    .append(from.host())
                    .append(" (")
                    .append(tier(from.tier()))
                    .append(") to ")
                    .append(tier(shift.tier()))
                    .append(", for its ")
                    .append(shift.fault().name().toLowerCase(Locale.ROOT))
                    .append(';');
        }
        return Optional.of(text)
                .map(done -> done.substring(0, done.length() - 1))
                .get();
    }
}
