package org.underbase.tier.policy;

import java.util.Objects;
import java.util.Optional;

/** Policy that spreads a file's replicas over tiers, nodes and racks (hatS, section III-C). Immutable. */
public sealed interface PlacementPolicy {
    /** Policy with a name and without settings. */
    enum Named implements PlacementPolicy {
        /** Stock HDFS. */
        NETWORK_AWARE("network-aware", false, true),
        /** Replicas on up to three tiers: the fastest, the slowest and one between; no rack relation. */
        TIER_AWARE("tier-aware", true, false),
        /** Tiers of tier-aware, nodes and racks of network-aware. */
        HYBRID("hybrid", true, true),
        /** Any node, regardless of tier and rack; the paper's baseline. */
        RANDOM("random", false, false);

        private final String word;
        private final boolean tiered;
        private final boolean rackAware;

        Named(String word, boolean tiered, boolean rackAware) {
            this.word = word;
            this.tiered = tiered;
            this.rackAware = rackAware;
        }

        @Override
        public boolean tiered() {
            return tiered;
        }

        @Override
        public boolean rackAware() {
            return rackAware;
        }

        @Override
        public Optional<TierCounts> wanted(TierNames tiers, boolean[] populated, int replication, long file) {
            require(tiers, populated, replication);
            return tiered ? spread(populated, replication, file) : Optional.empty();
        }

        @Override
        public String toString() {
            return word;
        }
    }

    /** A number of replicas on each tier, with nodes and racks as in hybrid. */
    record Vector(ReplicaVector replicas) implements PlacementPolicy {
        public Vector {
            Objects.requireNonNull(replicas, "replicas");
        }

        @Override
        public Optional<ReplicaVector> vector() {
            return Optional.of(replicas);
        }

        @Override
        public Optional<TierCounts> wanted(TierNames tiers, boolean[] populated, int replication, long file) {
            require(tiers, populated, replication);
            return Optional.of(replicas.on(tiers).fit(replication));
        }

        @Override
        public String toString() {
            return replicas.toString();
        }
    }

    /**
     * All replicas on the fastest tier while a file is written; those of another policy when it is closed.
     *
     * @param closed policy of closed files, under which replicas belong to tiers
     */
    record Landing(PlacementPolicy closed) implements PlacementPolicy {
        /** Prefix of the text, before that of the other policy. */
        private static final String PREFIX = "landing:";

        public Landing {
            if (closed instanceof Landing || !closed.tiered()) {
                throw new IllegalArgumentException("'" + PREFIX + closed
                        + "' is not a policy: expected landing:hybrid, landing:tier-aware, or a vector such as"
                        + " landing:fast=1,disk=2");
            }
        }

        @Override
        public boolean rackAware() {
            return closed.rackAware();
        }

        @Override
        public Optional<ReplicaVector> vector() {
            return closed.vector();
        }

        @Override
        public Optional<TierCounts> landing(boolean[] populated, int replication) {
            for (int rank = 0; rank < populated.length; rank++) {
                if (populated[rank]) {
                    return Optional.of(TierCounts.none(populated.length).plus(rank, replication));
                }
            }
            return Optional.empty();
        }

        @Override
        public Optional<TierCounts> wanted(TierNames tiers, boolean[] populated, int replication, long file) {
            return closed.wanted(tiers, populated, replication, file);
        }

        @Override
        public String toString() {
            return PREFIX + closed;
        }
    }

    /**
     * Parses a policy: one of the four words, a replica vector, or {@code landing:} before a policy.
     *
     * @throws IllegalArgumentException if the text is neither, or a vector with an unknown tier
     */
    static PlacementPolicy parse(String text, TierNames tiers) {
        PlacementPolicy policy = parse(text);
        policy.vector().ifPresent(vector -> vector.counts().keySet().forEach(tiers::requireRank));
        return policy;
    }

    /**
     * Parses a policy of a cluster whose tiers are unknown.
     *
     * @throws IllegalArgumentException if the text is invalid
     */
    static PlacementPolicy parse(String text) {
        String word = text.strip();
        if (word.startsWith(Landing.PREFIX)) {
            return new Landing(parse(word.substring(Landing.PREFIX.length())));
        }
        for (Named named : Named.values()) {
            if (named.word.equals(word)) {
                return named;
            }
        }
        if (!word.contains("=")) {
            throw new IllegalArgumentException("'" + word
                    + "' is not a policy: expected network-aware, tier-aware, hybrid, random, a vector such as"
                    + " fast=1,disk=2, or landing: and a policy such as landing:hybrid");
        }
        return new Vector(ReplicaVector.parse(word));
    }

    /** Whether replicas belong to tiers under this policy, so that there is a wanted vector. */
    default boolean tiered() {
        return true;
    }

    /** Whether nodes and racks of a block's replicas relate as in HDFS. */
    default boolean rackAware() {
        return true;
    }

    /** Returns the vector that a user has set, of all or of closed files; empty for other policies. */
    default Optional<ReplicaVector> vector() {
        return Optional.empty();
    }

    /**
     * Computes the counts of a file under construction that its placement prefers to the wanted counts of the closed file.
     *
     * @param populated whether each tier, by rank, has a DataNode
     * @param replication replication of the file
     * @return the counts, all on the fastest tier; empty unless this is a landing policy
     */
    default Optional<TierCounts> landing(boolean[] populated, int replication) {
        return Optional.empty();
    }

    /**
     * Computes the wanted counts of a closed file. The result is the same for all its blocks and all calls, as long as the same tiers
     * have DataNodes.
     *
     * <p>Tier-aware and hybrid use up to three tiers: the first replica is on the fastest, the second on the slowest, the third
     * on one between, drawn per file if there are several. Further replicas, and the third with only two tiers, are on the
     * slowest, which has most capacity.
     *
     * @param tiers all tiers
     * @param populated whether each tier, by rank, has a DataNode; tier-aware and hybrid use only such tiers
     * @param replication replication of the file, at least 1
     * @param file unique number of the file, such as its inode ID
     * @return the counts; empty for a policy without tiers or if no tier has a DataNode
     * @throws IllegalArgumentException if the replication is less than 1, {@code populated} does not cover all tiers, or a
     *     vector contains a tier that is not among {@code tiers}
     */
    Optional<TierCounts> wanted(TierNames tiers, boolean[] populated, int replication, long file);

    private static void require(TierNames tiers, boolean[] populated, int replication) {
        if (replication < 1 || populated.length != tiers.size()) {
            throw new IllegalArgumentException(
                    "replication " + replication + ", " + populated.length + " of " + tiers.size() + " tiers");
        }
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

    /** Scrambles a number (finalizer of MurmurHash3). */
    private static long mix(long number) {
        long mixed = (number ^ (number >>> 33)) * 0xff51afd7ed558ccdL;
        mixed = (mixed ^ (mixed >>> 33)) * 0xc4ceb9fe1a85ec53L;
        return mixed ^ (mixed >>> 33);
    }
}
