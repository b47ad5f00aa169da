package org.underbase.sim.hats.cluster;

import java.util.Arrays;
import java.util.stream.Collectors;
import org.underbase.tier.policy.PlacementPolicy.Named;
import org.underbase.tier.policy.RetrievalPolicy;
import org.underbase.tier.policy.TierCounts;
import org.underbase.tier.policy.TierNames;

/** Policy of a simulated cluster for placement and retrieval. */
public enum Policy {
    /** Stock HDFS. */
    NETWORK_AWARE(Named.NETWORK_AWARE, RetrievalPolicy.NETWORK_AWARE),
    TIER_AWARE(Named.TIER_AWARE, RetrievalPolicy.TIER_AWARE),
    HYBRID(Named.HYBRID, RetrievalPolicy.HYBRID),
    RANDOM(Named.RANDOM, RetrievalPolicy.RANDOM),
    /** HDFS's storage policy ONE_SSD with stock retrieval: one replica on an SSD of any kind, the others on HDDs. */
    ONE_SSD(Named.NETWORK_AWARE, RetrievalPolicy.NETWORK_AWARE) {
        @Override
        TierCounts wanted(Layout layout, int replication, long file) {
            TierCounts none = TierCounts.none(layout.tiers().size());
            boolean[] populated = layout.populated();
            return populated[0] && populated[1]
                    ? none.plus(0, 1).plus(1, replication - 1)
                    : none.plus(TierNames.UNKNOWN, replication);
        }

        @Override
        Layout layout(Layout layout) {
            int slowest = layout.tiers().size() - 1;
            return layout.regrouped(TierNames.parse("ssd,disk"), rank -> rank == slowest ? 1 : 0);
        }

        @Override
        public String toString() {
            return "one-ssd";
        }
    };

    private final Named placement;
    private final RetrievalPolicy retrieval;

    Policy(Named placement, RetrievalPolicy retrieval) {
        this.placement = placement;
        this.retrieval = retrieval;
    }

    /**
     * Parses a name.
     *
     * @throws IllegalArgumentException if the text is not a policy
     */
    public static Policy parse(String text) {
        for (Policy policy : values()) {
            if (policy.toString().equals(text.strip())) {
                return policy;
            }
        }
        throw new IllegalArgumentException("invalid policy '" + text + "': must be one of "
                + Arrays.stream(values()).map(Policy::toString).collect(Collectors.joining(", ")));
    }

    /** Returns the wanted counts of a file, as the NameNode computes them. */
    TierCounts wanted(Layout layout, int replication, long file) {
        return placement
                .wanted(layout.tiers(), layout.populated(), replication, file)
                .orElseGet(() -> TierCounts.none(layout.tiers().size()).plus(TierNames.UNKNOWN, replication));
    }

    /** Returns the layout in which this policy places replicas: the same DataNodes, possibly on other tiers. */
    Layout layout(Layout layout) {
        return layout;
    }

    boolean rackAware() {
        return placement.rackAware();
    }

    /** Whether stock HDFS places replicas. */
    boolean isStock() {
        return placement == Named.NETWORK_AWARE;
    }

    public RetrievalPolicy retrieval() {
        return retrieval;
    }

    @Override
    public String toString() {
        return placement.toString();
    }
}
