package org.underbase.tier.policy;

import java.util.ArrayList;
import java.util.HashMap;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import java.util.Set;

/**
 * Decides which replica of a block is given up when it has too many. The same tiers in give the same tier out, so that all
 * blocks of a file lose the same one and the file stays whole on the others. Racks come first, block by block: a block on
 * two racks stays on two. Stateless, thread-safe.
 */
public final class ExcessPlanner {
    private ExcessPlanner() {}

    /**
     * A replica that exists.
     *
     * @param spot where
     * @param candidate whether it may be given up
     * @param remaining free bytes of its DataNode
     */
    public record Replica(Spot spot, boolean candidate, long remaining) {}

    /**
     * The replica to give up.
     *
     * @param replicas all of the block
     * @param tiers how many tiers the cluster has
     * @param wanted what the block should have, when that is known; else the tier with most replicas gives one up, of
     *     several the slowest
     * @param victim a tier that should give one up, if it can without leaving the block in one rack
     * @return an index into {@code replicas}; empty when there is no candidate
     */
    public static Optional<Integer> victim(
            List<Replica> replicas, int tiers, Optional<TierCounts> wanted, Optional<Integer> victim) {
        Map<String, Integer> racks = new HashMap<>();
        Map<String, Integer> hosts = new HashMap<>();
        TierCounts present = TierCounts.none(tiers);
        for (Replica replica : replicas) {
            racks.merge(replica.spot().rack(), 1, Integer::sum);
            hosts.merge(replica.spot().host(), 1, Integer::sum);
            present = present.plus(replica.spot().tier(), 1);
        }
        List<Integer> safe = new ArrayList<>();
        List<Integer> all = new ArrayList<>();
        List<Integer> doubled = new ArrayList<>();
        for (int i = 0; i < replicas.size(); i++) {
            Replica replica = replicas.get(i);
            if (replica.candidate()) {
                all.add(i);
                if (racks.size() != 2 || racks.getOrDefault(replica.spot().rack(), 0) > 1) {
                    safe.add(i);
                }
                if (hosts.getOrDefault(replica.spot().host(), 0) > 1) {
                    doubled.add(i);
                }
            }
        }
        List<Integer> from = doubled.isEmpty() ? (safe.isEmpty() ? all : safe) : doubled;
        if (from.isEmpty()) {
            return Optional.empty();
        }
        Set<Integer> tiersLeft = new java.util.HashSet<>();
        from.forEach(i -> tiersLeft.add(replicas.get(i).spot().tier()));
        int tier = victim.filter(tiersLeft::contains).orElse(Integer.MIN_VALUE);
        if (tier == Integer.MIN_VALUE) {
            tier = tier(tiersLeft, present, wanted);
        }
        return Optional.of(emptiestLast(replicas, from, tier));
    }

    private static int tier(Set<Integer> tiers, TierCounts present, Optional<TierCounts> wanted) {
        int best = TierNames.UNKNOWN;
        int most = Integer.MIN_VALUE;
        for (int tier : new java.util.TreeSet<>(tiers)) {
            int has = tier == TierNames.UNKNOWN ? present.any() : present.of(tier);
            int surplus = wanted.isEmpty()
                    ? has
                    : has - (tier == TierNames.UNKNOWN ? 0 : wanted.get().of(tier));
            if (tier == TierNames.UNKNOWN && wanted.isPresent() && surplus > 0) {
                surplus += wanted.get().any() > 0 ? 0 : ReplicaVector.MAX;
            }
            if (surplus >= most) {
                most = surplus;
                best = tier;
            }
        }
        return best;
    }

    /** Of the replicas of the tier, the one on the fullest DataNode. */
    private static int emptiestLast(List<Replica> replicas, List<Integer> from, int tier) {
        int best = -1;
        for (int i : from) {
            if (replicas.get(i).spot().tier() == tier
                    && (best < 0
                            || replicas.get(i).remaining() < replicas.get(best).remaining())) {
                best = i;
            }
        }
        return best;
    }
}
