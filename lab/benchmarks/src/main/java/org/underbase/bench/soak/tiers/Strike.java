package org.underbase.bench.soak.tiers;

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
import org.underbase.bench.soak.finding.Finding;
import org.underbase.bench.soak.finding.Patience;
import org.underbase.testbed.Daemon;
import org.underbase.tier.policy.ReplicaVector;

/** Finds a move that is under way, and lets an event happen in the midst of it. */
final class Strike {
    private static final Duration A_MOVE = Duration.ofSeconds(20);
    private static final Duration MISSED = Duration.ofMinutes(3);

    private final TierCluster cluster;
    private final SoakFiles files;
    private final Tally tally;

    Strike(TierCluster cluster, SoakFiles files, Tally tally) {
        this.cluster = cluster;
        this.files = files;
        this.tally = tally;
    }

    /**
     * Waits until the monitor moves replicas and bytes of one are on a disk.
     *
     * @return the replicas that are being copied; empty when all moves were over before one was seen
     */
    List<Disks.Unfinished> awaitMove() {
        AtomicReference<List<Disks.Unfinished>> seen = new AtomicReference<>(List.of());
        Patience.holds(A_MOVE, () -> {
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
     * What an event will hit.
     *
     * @param dataNode empty when it is the NameNode
     */
    record Aim(Event event, Optional<Instance> dataNode, boolean untilMissed) {}

    /**
     * Chooses what an event hits.
     *
     * @param copies the replicas that are being copied
     * @return empty when there is no DataNode such as the event needs
     */
    Optional<Aim> aim(Event event, List<Disks.Unfinished> copies, Random random) throws IOException {
        if (event == Event.NAMENODE || event == Event.FAILOVER) {
            return Optional.of(new Aim(event, Optional.empty(), false));
        }
        List<Instance> candidates = candidates(event, copies);
        return candidates.isEmpty()
                ? Optional.empty()
                : Optional.of(new Aim(
                        event, Optional.of(candidates.get(random.nextInt(candidates.size()))), random.nextInt(4) == 0));
    }

    /**
     * Lets it happen, and undoes it: who was killed is started again.
     *
     * @return in words
     */
    String hit(Aim aim) throws IOException, Finding {
        if (aim.dataNode().isPresent()) {
            return killDataNode(aim.dataNode().get(), aim.untilMissed());
        }
        Daemon nameNode = cluster.daemons().nameNode();
        if (aim.event() == Event.FAILOVER) {
            cluster.daemons().failover();
            return "from " + nameNode;
        }
        tally.moves(nameNode.pid().orElseThrow(), cluster.tiers().status());
        nameNode.kill();
        if (cluster.highlyAvailable()) {
            cluster.daemons().failover();
        }
        nameNode.start();
        TierCluster.awaitServing(nameNode);
        cluster.daemons().awaitHdfs();
        return nameNode.toString();
    }

    private String killDataNode(Instance victim, boolean untilMissed) throws IOException, Finding {
        victim.daemon().kill();
        if (untilMissed) {
            // The NameNode makes up for what it had, and has too much when it is back.
            Patience.until(
                    victim + " to be missed", MISSED, () -> Complaints.unless(!live(victim), () -> "it is live"));
        }
        victim.daemon().start();
        return victim + (untilMissed ? ", until it was missed" : "");
    }

    private boolean live(Instance instance) throws IOException {
        for (DatanodeInfo live : cluster.files().getDataNodeStats(DatanodeReportType.LIVE)) {
            if (live.getXferAddr().equals(instance.address())) {
                return true;
            }
        }
        return false;
    }

    private List<Instance> candidates(Event event, List<Disks.Unfinished> copies) throws IOException {
        List<Instance> targets = copies.stream()
                .map(copy -> cluster.instance(copy.dataNode()))
                .distinct()
                .toList();
        if (event == Event.TARGET) {
            return targets;
        }
        List<Instance> sources = new ArrayList<>();
        for (Disks.Unfinished copy : copies) {
            sources.addAll(sources(copy));
        }
        if (event == Event.SOURCE) {
            return sources;
        }
        return cluster.instances().stream()
                .filter(instance -> !targets.contains(instance)
                        && !sources.contains(instance)
                        && instance.daemon().alive())
                .toList();
    }

    /** Who has a replica of the block on a tier that has more than it should. */
    private List<Instance> sources(Disks.Unfinished copy) throws IOException {
        for (SoakFile file : files.files()) {
            Optional<ReplicaVector> wanted = file.vector();
            if (wanted.isEmpty() || !file.certain()) {
                continue;
            }
            for (LocatedBlock block : cluster.blocks(file.path())) {
                if (block.getBlock().getBlockId() == copy.block()) {
                    return surplus(block, wanted.get());
                }
            }
        }
        return List.of();
    }

    private List<Instance> surplus(LocatedBlock block, ReplicaVector wanted) {
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
