package org.underbase.tier.soak;

import java.io.IOException;
import java.time.Duration;
import java.util.ArrayList;
import java.util.HashMap;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import java.util.Random;
import java.util.concurrent.atomic.AtomicReference;
import org.apache.hadoop.hdfs.protocol.DatanodeInfo;
import org.apache.hadoop.hdfs.protocol.HdfsConstants.DatanodeReportType;
import org.apache.hadoop.hdfs.protocol.LocatedBlock;
import org.underbase.testbed.Await;
import org.underbase.testbed.Daemon;
import org.underbase.tier.policy.ReplicaVector;

/** Fault that hits a running move. */
final class InjectedCrash {
    private static final Duration MOVE_LIMIT = Duration.ofSeconds(20);
    private static final Duration DEAD_LIMIT = Duration.ofMinutes(3);

    private final TierCluster cluster;
    private final SoakFiles files;
    private final Counters counters;

    InjectedCrash(TierCluster cluster, SoakFiles files, Counters counters) {
        this.cluster = cluster;
        this.files = files;
        this.counters = counters;
    }

    /**
     * Waits until the monitor moves replicas and bytes of one are on a disk.
     *
     * @return the replicas that are being copied; empty if all moves completed before
     */
    List<Disks.Unfinished> awaitMove() {
        AtomicReference<List<Disks.Unfinished>> seen = new AtomicReference<>(List.of());
        Await.holds(MOVE_LIMIT, () -> {
            List<Disks.Unfinished> copies = copies();
            if (!copies.isEmpty() && cluster.tiers().status().movesRunning() > 0) {
                seen.set(copies);
                return true;
            }
            return false;
        });
        return seen.get();
    }

    private List<Disks.Unfinished> copies() {
        return cluster.disks().unfinished().stream()
                .filter(replica -> replica.copied()
                        && cluster.instance(replica.dataNode()).daemon().alive())
                .toList();
    }

    /**
     * Target of a fault.
     *
     * @param fault kind of the fault
     * @param dataNode DataNode to kill; empty for faults of the NameNode
     * @param untilDead whether the DataNode restarts only after the NameNode considers it dead
     */
    record Aim(Fault fault, Optional<Instance> dataNode, boolean untilDead) {}

    /**
     * Chooses the target of a fault.
     *
     * @param copies replicas that are being copied
     * @return the target; empty if no DataNode matches the fault
     */
    Optional<Aim> aim(Fault fault, List<Disks.Unfinished> copies, Random random) throws IOException {
        if (fault == Fault.NAMENODE || fault == Fault.FAILOVER) {
            return Optional.of(new Aim(fault, Optional.empty(), false));
        }
        List<Instance> candidates = candidates(fault, copies);
        return candidates.isEmpty()
                ? Optional.empty()
                : Optional.of(new Aim(
                        fault, Optional.of(candidates.get(random.nextInt(candidates.size()))), random.nextInt(4) == 0));
    }

    /**
     * Injects the fault and restarts killed daemons.
     *
     * @return description of the fault
     */
    String hit(Aim aim) throws IOException {
        if (aim.dataNode().isPresent()) {
            return killDataNode(aim.dataNode().get(), aim.untilDead());
        }
        Daemon nameNode = cluster.daemons().nameNode();
        if (aim.fault() == Fault.FAILOVER) {
            cluster.daemons().failover();
            return "from " + nameNode;
        }
        counters.moves(nameNode.pid().orElseThrow(), cluster.tiers().status());
        nameNode.kill();
        if (cluster.highlyAvailable()) {
            cluster.daemons().failover();
        }
        nameNode.start();
        TierCluster.awaitServing(nameNode);
        cluster.daemons().awaitHdfs();
        return nameNode.toString();
    }

    private String killDataNode(Instance victim, boolean untilDead) throws IOException {
        victim.daemon().kill();
        if (untilDead) {
            // The NameNode restores the lost replicas and has excess ones after the restart.
            Await.until(victim + " to be dead", DEAD_LIMIT, () -> Violation.unless(!live(victim), () -> "it is live"));
        }
        victim.daemon().start();
        return victim + (untilDead ? ", until it was dead" : "");
    }

    private boolean live(Instance instance) throws IOException {
        for (DatanodeInfo live : cluster.files().getDataNodeStats(DatanodeReportType.LIVE)) {
            if (live.getXferAddr().equals(instance.address())) {
                return true;
            }
        }
        return false;
    }

    private List<Instance> candidates(Fault fault, List<Disks.Unfinished> copies) throws IOException {
        List<Instance> targets = copies.stream()
                .map(copy -> cluster.instance(copy.dataNode()))
                .distinct()
                .toList();
        if (fault == Fault.TARGET) {
            return targets;
        }
        List<Instance> sources = new ArrayList<>();
        for (Disks.Unfinished copy : copies) {
            sources.addAll(sources(copy));
        }
        if (fault == Fault.SOURCE) {
            return sources;
        }
        return cluster.instances().stream()
                .filter(instance -> !targets.contains(instance)
                        && !sources.contains(instance)
                        && instance.daemon().alive())
                .toList();
    }

    /** Returns the DataNodes with a replica of the block on a tier with more replicas than wanted. */
    private List<Instance> sources(Disks.Unfinished copy) throws IOException {
        for (SoakFile file : files.files()) {
            Optional<ReplicaVector> wanted = file.vector();
            if (wanted.isEmpty() || !file.certain()) {
                continue;
            }
            for (LocatedBlock block : cluster.blocks(file.path())) {
                if (block.getBlock().getBlockId() == copy.block()) {
                    return excess(block, wanted.get());
                }
            }
        }
        return List.of();
    }

    private List<Instance> excess(LocatedBlock block, ReplicaVector wanted) {
        List<Instance> holders = new ArrayList<>();
        Map<String, Integer> present = new HashMap<>();
        for (DatanodeInfo location : block.getLocations()) {
            Instance holder = cluster.instance(location);
            holders.add(holder);
            present.merge(holder.tier(), 1, Integer::sum);
        }
        return holders.stream()
                .filter(holder -> holder.daemon().alive() && present.get(holder.tier()) > wanted.count(holder.tier()))
                .toList();
    }
}
