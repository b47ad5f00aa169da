package org.underbase.tier.namenode.registry;

import java.util.ArrayList;
import java.util.Arrays;
import java.util.BitSet;
import java.util.IntSummaryStatistics;
import java.util.List;
import java.util.Optional;
import java.util.concurrent.TimeUnit;
import org.apache.hadoop.conf.Configuration;
import org.apache.hadoop.hdfs.server.blockmanagement.DatanodeDescriptor;
import org.underbase.operator.config.InvalidSettingException;
import org.underbase.tier.conf.TierKeys;
import org.underbase.tier.policy.TierNames;

/** Usage of the tiers, over their live DataNodes, compared with their watermarks. Thread-safe. */
public final class TierUsage {
    /** Age at which usage and load of the tiers are computed again; heartbeats, which report them, are less frequent. */
    private static final long FRESH_NANOS = TimeUnit.SECONDS.toNanos(1);

    private final double[] high;
    private final double[] low;
    private volatile Preferred preferred = new Preferred(
            new TierIndex(List.of(), new TierRegistry(TierNames.none(), NodeIdentity.HOSTNAME), 0, 0),
            new BitSet(),
            Optional.empty(),
            List.of(),
            0);

    /**
     * DataNodes that stock placement prefers at present.
     *
     * @param index index from which they were selected
     * @param full ranks of the full tiers
     * @param nodes the DataNodes; empty for all
     * @param loads load of each tier's DataNodes
     * @param at time of the selection, in nanoseconds
     */
    private record Preferred(TierIndex index, BitSet full, Optional<TierIndex.Tier> nodes, List<Load> loads, long at) {}

    /** Mean number of xceivers of a tier's live DataNodes in service, and their number. */
    private record Load(double mean, long nodes) {
        static Load of(TierIndex.Tier tier) {
            IntSummaryStatistics xceivers = Arrays.stream(tier.all())
                    .filter(node -> node.isAlive() && node.isInService())
                    .mapToInt(DatanodeDescriptor::getXceiverCount)
                    .summaryStatistics();
            return new Load(xceivers.getAverage(), xceivers.getCount());
        }
    }

    private TierUsage(double[] high, double[] low) {
        this.high = high;
        this.low = low;
    }

    /** Creates a usage without tiers. */
    public static TierUsage none() {
        return new TierUsage(new double[0], new double[0]);
    }

    /**
     * Reads the watermarks.
     *
     * @throws InvalidSettingException if a watermark is invalid; the message names the key
     */
    public static TierUsage of(Configuration conf, TierNames tiers) {
        double[] high = new double[tiers.size()];
        double[] low = new double[tiers.size()];
        for (int rank = 0; rank < high.length; rank++) {
            String tier = tiers.name(rank);
            high[rank] = TierKeys.HIGH_WATERMARK.forName(tier).decimal(conf, 0, 1);
            low[rank] = TierKeys.LOW_WATERMARK.forName(tier).decimal(conf, 0, 1);
            if (low[rank] > high[rank]) {
                throw new InvalidSettingException(
                        TierKeys.LOW_WATERMARK.forName(tier).name() + " is above "
                                + TierKeys.HIGH_WATERMARK.forName(tier).name() + ": must be at most as high");
            }
        }
        return new TierUsage(high, low);
    }

    /** Returns the used fraction at which a demotion from a tier ends. */
    public double low(int rank) {
        return low[rank];
    }

    /** Returns the used fraction of a tier; 0 without live DataNodes. */
    public static double used(TierIndex.Tier tier) {
        long capacity = capacity(tier);
        long remaining = 0;
        for (DatanodeDescriptor node : tier.all()) {
            remaining += node.isAlive() ? node.getRemaining() : 0;
        }
        return capacity == 0 ? 0 : (capacity - remaining) / (double) capacity;
    }

    /** Returns the capacity of a tier's live DataNodes, in bytes. */
    public static long capacity(TierIndex.Tier tier) {
        long capacity = 0;
        for (DatanodeDescriptor node : tier.all()) {
            capacity += node.isAlive() ? node.getCapacity() : 0;
        }
        return capacity;
    }

    /** Whether the usage of a tier is above its high watermark. */
    public boolean full(TierIndex index, int rank) {
        return used(index.tier(rank)) > high[rank];
    }

    /** Whether a tier has live DataNodes and its usage is below its high watermark. */
    public boolean hasSpace(TierIndex index, int rank) {
        return capacity(index.tier(rank)) > 0 && used(index.tier(rank)) < high[rank];
    }

    /**
     * Returns the DataNodes outside full tiers, on which replicas of files without a policy are placed; empty if no tier is full,
     * no other tier has space, or they are all on one rack.
     */
    public Optional<TierIndex.Tier> preferred(TierIndex index) {
        if (high.length == 0) {
            return Optional.empty();
        }
        Preferred last = preferred;
        return last.index() == index && System.nanoTime() - last.at() < FRESH_NANOS ? last.nodes() : select(index);
    }

    /** Whether the usage of a tier was above its high watermark shortly before. */
    public boolean fullLately(TierIndex index, int rank) {
        preferred(index);
        return preferred.full().get(rank);
    }

    /**
     * Returns the mean number of xceivers that a tier's DataNodes in service had shortly before, but at least the share of the
     * given current number of one of them: its load may have risen since, and the mean is never below this share. 0 without
     * DataNodes in service.
     */
    public double meanXceiversLately(TierIndex index, int rank, int current) {
        preferred(index);
        List<Load> loads = preferred.loads();
        // Empty until the NameNode's plug-in has started.
        if (rank >= loads.size() || loads.get(rank).nodes() == 0) {
            return 0;
        }
        Load load = loads.get(rank);
        return Math.max(load.mean(), (double) current / load.nodes());
    }

    private synchronized Optional<TierIndex.Tier> select(TierIndex index) {
        Preferred last = preferred;
        long now = System.nanoTime();
        if (last.index() == index && now - last.at() < FRESH_NANOS) {
            return last.nodes();
        }
        BitSet full = new BitSet();
        boolean space = false;
        List<Load> loads = new ArrayList<>();
        for (int rank = 0; rank < high.length; rank++) {
            full.set(rank, full(index, rank));
            space |= hasSpace(index, rank);
            loads.add(Load.of(index.tier(rank)));
        }
        Optional<TierIndex.Tier> nodes = last.nodes();
        if (last.index() != index || !full.equals(last.full()) || nodes.isPresent() != space) {
            // The second rack takes precedence: all preferred nodes on one rack would keep replicas from the others.
            nodes = full.isEmpty() || !space
                    ? Optional.empty()
                    : Optional.of(index.outside(full))
                            .filter(tier ->
                                    !index.severalRacks() || tier.soleRack().isEmpty());
        }
        preferred = new Preferred(index, full, nodes, loads, now);
        return nodes;
    }
}
