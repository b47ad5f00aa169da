package org.underbase.sim.hats.hdfs;

import java.util.ArrayList;
import java.util.Comparator;
import java.util.List;
import org.underbase.sim.hats.cluster.Datanode;
import org.underbase.sim.hats.cluster.Layout;
import org.underbase.tier.policy.DemotionOrder;
import org.underbase.tier.policy.LeastRecentlyUsed;

/** Used space of each tier, and the files to demote from a full one. */
final class TierSpace {
    /** Defaults of the NameNode's keys. */
    private static final double HIGH_WATERMARK = 0.9;

    private static final double LOW_WATERMARK = 0.8;
    private static final double MILLIS = 1e3;

    private final DemotionOrder order = new LeastRecentlyUsed();
    private final double[] capacity;
    private final double[] used;
    private final List<StoredFile> files = new ArrayList<>();

    TierSpace(Layout layout) {
        capacity = new double[layout.tiers().size()];
        used = new double[capacity.length];
        for (Datanode datanode : layout.datanodes()) {
            capacity[datanode.location().tier()] += datanode.bytes();
        }
    }

    void add(StoredFile file) {
        files.add(file);
    }

    void change(int tier, long bytes) {
        used[tier] += bytes;
    }

    boolean isFast(int tier) {
        return tier < used.length - 1;
    }

    /** Returns whether a tier, other than the slowest, is above its high watermark. */
    boolean isFull(int tier) {
        return isFast(tier) && used[tier] > HIGH_WATERMARK * capacity[tier];
    }

    boolean isAboveLowWatermark(int tier) {
        return used[tier] > LOW_WATERMARK * capacity[tier];
    }

    /** Returns all files, those to demote first at the front. */
    List<StoredFile> byWorth(double now) {
        List<StoredFile> sorted = new ArrayList<>(files);
        sorted.sort(Comparator.comparingDouble(file -> order.worth(file.heat(), (long) (now * MILLIS))));
        return sorted;
    }
}
