package org.underbase.tier.policy;

import java.util.ArrayList;
import java.util.HashMap;
import java.util.HashSet;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import java.util.Set;

/** Constraints on a replica so that later replicas can be placed, according to {@link ClusterView}. */
final class LookAhead {
    private final ClusterView cluster;
    private final PartialPlacement partial;
    private final boolean span;
    /** Hosts of the needed tiers that have few, by rank. */
    private final Map<Integer, Set<String>> few = new HashMap<>();

    /** @param span whether the block should be on two racks */
    LookAhead(ClusterView cluster, PartialPlacement partial, boolean span) {
        this.cluster = cluster;
        this.partial = partial;
        this.span = span;
        int limit = partial.size() + partial.left();
        for (int tier = 0; tier < partial.tiers(); tier++) {
            if (partial.need(tier) > 0) {
                int rank = tier;
                cluster.hosts(tier, limit).ifPresent(hosts -> few.put(rank, hosts));
            }
        }
    }

    /**
     * Returns the rack on which a replica of a tier must not be, because otherwise all replicas would be on it: the rack of all
     * present replicas, if this is the last replica or all later ones can only be on that rack.
     */
    Optional<String> trap(int tier) {
        if (!span || partial.size() + partial.left() < 2) {
            return Optional.empty();
        }
        if (partial.size() == 0) {
            return confined(tier);
        }
        if (!partial.inOneRack()) {
            return Optional.empty();
        }
        String common = partial.location(0).rack();
        if (partial.left() == 1) {
            return Optional.of(common);
        }
        Optional<String> later = confined(tier);
        return later.isPresent() && later.get().equals(common) ? later : Optional.empty();
    }

    /** Returns the only rack of all tiers that need a replica after one of this tier. */
    Optional<String> confined(int tier) {
        if (wantedLater(TierNames.UNKNOWN, tier) > 0) {
            return Optional.empty();
        }
        Optional<String> rack = Optional.empty();
        for (int other = 0; other < partial.tiers(); other++) {
            if (wantedLater(other, tier) > 0) {
                Optional<String> sole = cluster.soleRack(other);
                if (sole.isEmpty() || (rack.isPresent() && !rack.equals(sole))) {
                    return Optional.empty();
                }
                rack = sole;
            }
        }
        return rack;
    }

    /** Returns the hosts that later replicas need to be on their tiers. */
    Set<String> indispensable(int tier) {
        if (few.isEmpty() || partial.left() < 2) {
            return Set.of();
        }
        List<Set<String>> slots = new ArrayList<>();
        for (int other = 0; other < partial.tiers(); other++) {
            int wanted = Math.min(wantedLater(other, tier), partial.left() - 1);
            if (wanted > 0 && few.containsKey(other)) {
                Set<String> free = new HashSet<>();
                for (String host : few.get(other)) {
                    if (!partial.uses(host)) {
                        free.add(host);
                    }
                }
                for (int i = 0; i < wanted; i++) {
                    slots.add(free);
                }
            }
        }
        return slots.isEmpty() ? Set.of() : HostMatching.indispensable(slots);
    }

    private int wantedLater(int tier, int taken) {
        return partial.need(tier) - (tier == taken ? 1 : 0);
    }
}
