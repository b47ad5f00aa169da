package org.underbase.sim.hats.cluster;

import java.util.ArrayList;
import java.util.List;
import java.util.Optional;
import java.util.random.RandomGenerator;
import org.underbase.tier.policy.PlacementPlanner;
import org.underbase.tier.policy.ReplicaLocation;
import org.underbase.tier.policy.TierCounts;
import org.underbase.tier.policy.TierNames;

/**
 * Placement of replicas by the NameNode's {@link PlacementPlanner}; under policies of stock HDFS, the third replica of a new
 * block is on the rack of the second. Not thread-safe.
 */
public final class Placement {
    private final Layout layout;
    private final Layout grouped;
    private final Policy policy;
    private final boolean singleRack;
    private final int onlyTier;
    private final RandomGenerator random;

    /**
     * Creates a placement.
     *
     * @param layout DataNodes
     * @param policy policy of all files
     * @param singleRack whether policies without rack relation may place all replicas on one rack, as in the paper
     * @param onlyTier rank of the tier of all replicas; {@link TierNames#UNKNOWN} if the policy selects the tiers
     * @param random source of random choices
     */
    public Placement(Layout layout, Policy policy, boolean singleRack, int onlyTier, RandomGenerator random) {
        this.layout = layout;
        this.policy = policy;
        this.singleRack = singleRack;
        this.onlyTier = onlyTier;
        this.random = random;
        this.grouped = policy.layout(layout);
    }

    /**
     * Places the replicas of a new block.
     *
     * @param replication number of replicas
     * @param file unique number of the file
     * @param rack rack of the writer
     * @param writer host of the writer
     * @return DataNodes, in the order of the write pipeline; fewer if nodes are missing
     */
    public List<Datanode> place(int replication, long file, String rack, String writer) {
        TierCounts wanted = onlyTier == TierNames.UNKNOWN
                ? policy.wanted(grouped, replication, file)
                : TierCounts.none(grouped.tiers().size()).plus(onlyTier, replication);
        return place(wanted, replication, rack, writer);
    }

    /**
     * Places the replicas of a new block on given tiers.
     *
     * @param wanted number of replicas on each tier
     * @param replication number of replicas
     * @param rack rack of the writer
     * @param writer host of the writer
     * @return DataNodes, in the order of the write pipeline; fewer if nodes are missing
     */
    public List<Datanode> place(TierCounts wanted, int replication, String rack, String writer) {
        return place(wanted, List.of(), replication, Optional.of(new ReplicaLocation(TierNames.UNKNOWN, rack, writer)));
    }

    /**
     * Places a replica on the slowest tier.
     *
     * @param others the block's other replicas
     * @return the DataNode; empty if no DataNode can take it
     */
    public Optional<Datanode> placeSlow(List<Datanode> others) {
        int slowest = grouped.tiers().size() - 1;
        TierCounts wanted = TierCounts.none(grouped.tiers().size()).plus(slowest, 1);
        List<Datanode> present = new ArrayList<>();
        for (Datanode other : others) {
            Datanode known = grouped.datanodes().get(layout.index(other));
            present.add(known);
            wanted = wanted.plus(known.location().tier(), 1);
        }
        return place(wanted, present, 1, Optional.empty()).stream().findFirst();
    }

    /** Returns HDFS's maximum number of replicas on one rack. */
    private int maxPerRack(int replicas) {
        if (!layout.severalRacks() || replicas <= 1 || (singleRack && !policy.rackAware())) {
            return replicas;
        }
        int most = (replicas - 1) / layout.racks() + 2;
        return most == replicas ? most - 1 : most;
    }

    private List<Datanode> place(
            TierCounts wanted, List<Datanode> present, int count, Optional<ReplicaLocation> writer) {
        LayoutChooser chooser = new LayoutChooser(grouped, random, maxPerRack(present.size() + count), present);
        RandomGenerator choices = policy.isStock() && present.isEmpty() ? new StockRacks(random) : random;
        new PlacementPlanner(grouped, policy.rackAware(), singleRack, choices, chooser)
                .place(wanted, present.stream().map(Datanode::location).toList(), count, writer);
        List<Datanode> placed = new ArrayList<>(count);
        for (Datanode datanode : chooser.chosen()) {
            placed.add(layout.datanodes().get(grouped.index(datanode)));
        }
        return placed;
    }
}
