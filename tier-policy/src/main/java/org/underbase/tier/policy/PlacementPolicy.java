package org.underbase.tier.policy;

import java.util.Objects;
import java.util.Optional;

/**
 * How a file's replicas spread over tiers, nodes and racks (hatS, section III-C). Immutable.
 */
public sealed interface PlacementPolicy {
    /** Stock HDFS. */
    record NetworkAware() implements PlacementPolicy {
        @Override
        public String toString() {
            return "network-aware";
        }
    }

    /** On up to three tiers: the fastest, the slowest, one between; no rack relation. */
    record TierAware() implements PlacementPolicy {
        @Override
        public String toString() {
            return "tier-aware";
        }
    }

    /** The tiers of tier-aware, the nodes and racks of network-aware. */
    record Hybrid() implements PlacementPolicy {
        @Override
        public String toString() {
            return "hybrid";
        }
    }

    /** Any node, with no regard to tier or rack; the paper's baseline. */
    record Random() implements PlacementPolicy {
        @Override
        public String toString() {
            return "random";
        }
    }

    /** So many replicas on each tier, on nodes and racks as in hybrid. */
    record Vector(ReplicaVector replicas) implements PlacementPolicy {
        public Vector {
            Objects.requireNonNull(replicas, "replicas");
        }

        @Override
        public String toString() {
            return replicas.toString();
        }
    }

    /**
     * The policy in {@code text}: one of the four words, or a replica vector.
     *
     * @throws IllegalArgumentException when it is neither, or a vector with a tier the cluster does not have
     */
    static PlacementPolicy parse(String text, TierNames tiers) {
        String word = text.strip();
        return switch (word) {
            case "network-aware" -> new NetworkAware();
            case "tier-aware" -> new TierAware();
            case "hybrid" -> new Hybrid();
            case "random" -> new Random();
            default -> vector(word, tiers);
        };
    }

    private static PlacementPolicy vector(String word, TierNames tiers) {
        if (!word.contains("=")) {
            throw new IllegalArgumentException("'" + word
                    + "' is not a policy: expected network-aware, tier-aware, hybrid, random, or a vector such as"
                    + " fast=1,disk=2");
        }
        ReplicaVector vector = ReplicaVector.parse(word);
        vector.counts().keySet().forEach(tiers::requireRank);
        return new Vector(vector);
    }

    /** Whether replicas belong to tiers under it, so that there is a wanted vector. */
    default boolean tiered() {
        return this instanceof TierAware || this instanceof Hybrid || this instanceof Vector;
    }

    /** Whether it relates the nodes and racks of a block's replicas as stock HDFS does. */
    default boolean rackAware() {
        return this instanceof NetworkAware || this instanceof Hybrid || this instanceof Vector;
    }

    /**
     * The vector a file should have; the same for all its blocks, whenever it is asked, as long as the tiers that have
     * DataNodes stay the same.
     *
     * <p>Tier-aware and hybrid use up to three tiers: the first replica is on the fastest, the second on the slowest, the
     * third on one between, drawn for the file where there are several. Further replicas, and the third where there are
     * only two tiers, are on the slowest: capacity is there, and a copy on each tier exists already.
     *
     * @param tiers all tiers
     * @param populated by rank, whether the tier has any DataNode; others are not used by tier-aware and hybrid
     * @param replication the file's replication, at least 1
     * @param file a number that is the file's own, such as its inode id
     * @return empty when the policy wants no tiers, or no tier has a DataNode
     * @throws IllegalArgumentException when replication is less than 1, {@code populated} is not of all tiers, or a
     *     vector names a tier that is not among {@code tiers}
     */
    default Optional<TierCounts> wanted(TierNames tiers, boolean[] populated, int replication, long file) {
        if (replication < 1 || populated.length != tiers.size()) {
            throw new IllegalArgumentException(
                    "replication " + replication + ", " + populated.length + " of " + tiers.size() + " tiers");
        }
        if (this instanceof Vector vector) {
            return Optional.of(vector.replicas().on(tiers).fit(replication));
        }
        return tiered() ? spread(populated, replication, file) : Optional.empty();
    }

    private static Optional<TierCounts> spread(boolean[] populated, int replication, long file) {
        int[] usable = new int[populated.length];
        int count = 0;
        for (int rank = 0; rank < populated.length; rank++) {
            if (populated[rank]) {
                usable[count++] = rank;
            }
        }
        if (count == 0) {
            return Optional.empty();
        }
        int fastest = usable[0];
        int slowest = usable[count - 1];
        TierCounts wanted = TierCounts.none(populated.length).plus(fastest, 1);
        int left = replication - 1;
        if (left > 0) {
            wanted = wanted.plus(slowest, 1);
            left--;
        }
        if (left > 0 && count > 2) {
            wanted = wanted.plus(usable[1 + (int) Math.floorMod(mix(file), count - 2L)], 1);
            left--;
        }
        return Optional.of(left > 0 ? wanted.plus(slowest, left) : wanted);
    }

    /** Spreads neighbouring numbers (the finalizer of MurmurHash3). */
    private static long mix(long number) {
        long mixed = (number ^ (number >>> 33)) * 0xff51afd7ed558ccdL;
        mixed = (mixed ^ (mixed >>> 33)) * 0xc4ceb9fe1a85ec53L;
        return mixed ^ (mixed >>> 33);
    }
}
