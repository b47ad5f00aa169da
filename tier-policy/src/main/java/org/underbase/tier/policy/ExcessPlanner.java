package org.underbase.tier.policy;

import java.util.ArrayList;
import java.util.HashMap;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import java.util.function.IntPredicate;

/**
 * Choice of the excess replica of a block. Equal vectors lose a replica on the same tier, so that all blocks of a file stay on
 * the same tiers. Racks take precedence: a block on two racks stays on two. Liveness takes precedence over both, because a
 * DataNode without heartbeats may have lost its replica. Stateless and thread-safe.
 */
public final class ExcessPlanner {
    private final List<Replica> replicas;
    /** Wanted counts; without a replica if unknown. */
    private final TierCounts wanted;

    private final boolean wantedIsKnown;
    private final Map<String, Integer> racks = new HashMap<>();
    private final Map<String, Integer> hosts = new HashMap<>();
    private TierCounts present;

    private ExcessPlanner(List<Replica> replicas, int tiers, Optional<TierCounts> wanted) {
        this.replicas = replicas;
        this.wanted = wanted.orElse(TierCounts.none(tiers));
        this.wantedIsKnown = wanted.isPresent();
        this.present = TierCounts.none(tiers);
        for (Replica replica : replicas) {
            racks.merge(replica.location().rack(), 1, Integer::sum);
            hosts.merge(replica.location().host(), 1, Integer::sum);
            present = present.plus(replica.location().tier(), 1);
        }
    }

    /**
     * Existing replica.
     *
     * @param location its location
     * @param candidate whether it may be deleted
     * @param remaining free bytes of its DataNode
     * @param silent time since the last heartbeat of its DataNode, in milliseconds; 0 while the DataNode sends heartbeats
     * @param unannounced whether its DataNode has no tier and may still announce one
     */
    public record Replica(
            ReplicaLocation location, boolean candidate, long remaining, long silent, boolean unannounced) {
        /** Creates a replica on a DataNode that sends heartbeats and will not announce a tier, or has one. */
        public Replica(ReplicaLocation location, boolean candidate, long remaining) {
            this(location, candidate, remaining, 0, false);
        }
    }

    /**
     * Chooses the replica to delete, by these criteria in order:
     *
     * <ol>
     *   <li>one on a DataNode that sends no heartbeats
     *   <li>one of two replicas on the same node; else one whose deletion leaves the block on two racks, from which
     *       {@code wanted}, if known, can be reached on two racks; else any candidate
     *   <li>one on the tier {@code victim}; else one on a DataNode without a tier; else one on the tier with most replicas
     *       beyond {@code wanted}, or with most replicas, and of several such tiers on the slowest. A DataNode that may still
     *       announce a tier follows the tiers with replicas beyond {@code wanted}, or, without {@code wanted}, all tiers.
     *   <li>one whose rack has another replica
     *   <li>one on the DataNode with the oldest heartbeat, else on the fullest
     * </ol>
     *
     * @param replicas all replicas of the block
     * @param tiers number of tiers of the cluster
     * @param wanted wanted counts of the block, if known
     * @param victim rank of a tier that should lose a replica
     * @return an index into {@code replicas}; empty if there is no candidate
     */
    public static Optional<Integer> victim(
            List<Replica> replicas, int tiers, Optional<TierCounts> wanted, Optional<Integer> victim) {
        return new ExcessPlanner(replicas, tiers, wanted).victim(victim);
    }

    private Optional<Integer> victim(Optional<Integer> victim) {
        List<Integer> from = new ArrayList<>();
        for (int i = 0; i < replicas.size(); i++) {
            if (replicas.get(i).candidate()) {
                from.add(i);
            }
        }
        if (from.isEmpty()) {
            return Optional.empty();
        }
        from = prefer(from, i -> replicas.get(i).silent() > 0);
        from = prefer(from, i -> hosts.getOrDefault(location(i).host(), 0) > 1);
        from = prefer(from, i -> racks.size() != 2 || crowded(i));
        from = prefer(from, this::leadsToWanted);
        int first = from.get(0);
        for (int i : from) {
            int difference = Integer.compare(worth(i, victim), worth(first, victim));
            first = difference > 0
                            || (difference == 0
                                    && location(i).tier() > location(first).tier())
                    ? i
                    : first;
        }
        int tier = location(first).tier();
        int most = worth(first, victim);
        from = prefer(from, i -> location(i).tier() == tier && worth(i, victim) == most);
        from = prefer(from, this::crowded);
        int fullest = from.get(0);
        for (int i : from) {
            fullest = sooner(replicas.get(i), replicas.get(fullest)) ? i : fullest;
        }
        return Optional.of(fullest);
    }

    private static boolean sooner(Replica one, Replica other) {
        return one.silent() != other.silent() ? one.silent() > other.silent() : one.remaining() < other.remaining();
    }

    private ReplicaLocation location(int index) {
        return replicas.get(index).location();
    }

    private boolean crowded(int index) {
        return racks.getOrDefault(location(index).rack(), 0) > 1;
    }

    /** Returns the replicas that match, or all if none matches. */
    private static List<Integer> prefer(List<Integer> from, IntPredicate better) {
        List<Integer> passed = new ArrayList<>(from.size());
        for (int i : from) {
            if (better.test(i)) {
                passed.add(i);
            }
        }
        return passed.isEmpty() ? from : passed;
    }

    private int worth(int index, Optional<Integer> victim) {
        int tier = location(index).tier();
        if (victim.isPresent() && victim.get() == tier) {
            return Integer.MAX_VALUE;
        }
        if (tier == TierNames.UNKNOWN) {
            return replicas.get(index).unannounced() ? 0 : Integer.MAX_VALUE - 1;
        }
        int beyond = present.of(tier) - wanted.of(tier);
        // A replica that the tier needs is kept rather than one on a DataNode that may still announce a tier.
        return beyond > 0 ? beyond : beyond - 1;
    }

    /** Whether, after its deletion, two replicas on different racks can both stay until the wanted counts are reached. */
    private boolean leadsToWanted(int given) {
        if (!wantedIsKnown || racks.size() < 2 || replicas.size() - 1 <= wanted.sum()) {
            return true;
        }
        TierCounts room = wanted;
        for (int i = 0; i < replicas.size(); i++) {
            room = replicas.get(i).candidate() ? room : keep(room, i);
        }
        for (int i = 0; i < replicas.size(); i++) {
            for (int j = 0; j < i; j++) {
                if (i != given
                        && j != given
                        && !location(i).rack().equals(location(j).rack())) {
                    TierCounts left = replicas.get(i).candidate() ? keep(room, i) : room;
                    left = replicas.get(j).candidate() ? keep(left, j) : left;
                    if (left.any() >= Math.min(0, room.any())) {
                        return true;
                    }
                }
            }
        }
        return false;
    }

    /** Returns {@code room} minus a replica that stays: from its tier, else from any, which becomes negative for an excess replica. */
    private TierCounts keep(TierCounts room, int index) {
        int tier = location(index).tier();
        boolean own = tier != TierNames.UNKNOWN && room.of(tier) > 0;
        return room.plus(own ? tier : TierNames.UNKNOWN, -1);
    }
}
