package org.underbase.tier.policy;

import java.util.ArrayList;
import java.util.HashMap;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import java.util.function.IntPredicate;

/**
 * Decides which replica of a block is given up when it has too many. The same tiers in give the same tier out, so that all
 * blocks of a file lose the same one and the file stays whole on the others. Racks come first, block by block: a block on
 * two racks stays on two. Stateless, thread-safe.
 */
public final class ExcessPlanner {
    private final List<Replica> replicas;
    private final Optional<TierCounts> wanted;
    private final Map<String, Integer> racks = new HashMap<>();
    private final Map<String, Integer> hosts = new HashMap<>();
    private TierCounts present;

    private ExcessPlanner(List<Replica> replicas, int tiers, Optional<TierCounts> wanted) {
        this.replicas = replicas;
        this.wanted = wanted;
        this.present = TierCounts.none(tiers);
        for (Replica replica : replicas) {
            racks.merge(replica.location().rack(), 1, Integer::sum);
            hosts.merge(replica.location().host(), 1, Integer::sum);
            present = present.plus(replica.location().tier(), 1);
        }
    }

    /**
     * A replica that exists.
     *
     * @param location where
     * @param candidate whether it may be given up
     * @param remaining free bytes of its DataNode
     * @param silent milliseconds since its DataNode was heard of; 0 while it is heard of often enough
     */
    public record Replica(ReplicaLocation location, boolean candidate, long remaining, long silent) {
        /** On a DataNode that is heard of often enough. */
        public Replica(ReplicaLocation location, boolean candidate, long remaining) {
            this(location, candidate, remaining, 0);
        }
    }

    /**
     * The replica to give up: one of two on the same node, if there are such; else one that leaves the block on two racks
     * and, when {@code wanted} is known, from which that can be reached on two racks; else any candidate. Of these one of
     * the tier {@code victim}; else one of a DataNode without a tier; else of the tier with most replicas beyond
     * {@code wanted}, or with most replicas, of several tiers the slowest. Of these one whose rack has another replica,
     * and of these, as stock HDFS has it, one on the DataNode silent for longest, else on the fullest.
     *
     * @param replicas all of the block
     * @param tiers how many tiers the cluster has
     * @param wanted what the block should have, when that is known
     * @param victim a tier that should give one up
     * @return an index into {@code replicas}; empty when there is no candidate
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
        from = prefer(from, i -> hosts.getOrDefault(location(i).host(), 0) > 1);
        from = prefer(from, i -> racks.size() != 2 || crowded(i));
        from = prefer(from, this::leadsToWanted);
        int tier = TierNames.UNKNOWN;
        int most = Integer.MIN_VALUE;
        for (int i : from) {
            int worth = worth(location(i).tier(), victim);
            if (worth > most || (worth == most && location(i).tier() > tier)) {
                most = worth;
                tier = location(i).tier();
            }
        }
        int chosen = tier;
        from = prefer(from, i -> location(i).tier() == chosen);
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

    /** Those that pass, or all when none does. */
    private static List<Integer> prefer(List<Integer> from, IntPredicate better) {
        List<Integer> passed = new ArrayList<>(from.size());
        for (int i : from) {
            if (better.test(i)) {
                passed.add(i);
            }
        }
        return passed.isEmpty() ? from : passed;
    }

    private int worth(int tier, Optional<Integer> victim) {
        if (victim.isPresent() && victim.get() == tier) {
            return Integer.MAX_VALUE;
        }
        if (tier == TierNames.UNKNOWN) {
            return Integer.MAX_VALUE - 1;
        }
        return present.of(tier) - wanted.map(counts -> counts.of(tier)).orElse(0);
    }

    /** Whether, this one given up, two replicas in different racks can both stay until the tiers are as wanted. */
    private boolean leadsToWanted(int given) {
        if (wanted.isEmpty()
                || racks.size() < 2
                || replicas.size() - 1 <= wanted.get().sum()) {
            return true;
        }
        TierCounts room = wanted.get();
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

    /** What is left of {@code room} once the replica stays: its tier's, else any, which falls below 0 for one too many. */
    private TierCounts keep(TierCounts room, int index) {
        int tier = location(index).tier();
        boolean own = tier != TierNames.UNKNOWN && room.of(tier) > 0;
        return room.plus(own ? tier : TierNames.UNKNOWN, -1);
    }
}
