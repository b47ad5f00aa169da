package org.underbase.tier.policy;

import java.util.ArrayList;
import java.util.HashSet;
import java.util.List;
import java.util.Optional;
import java.util.Set;

/** What a replica must leave to those that come after it, as far as {@link ClusterView} tells. */
final class LookAhead {
    private final ClusterView cluster;
    private final PartialPlacement partial;
    private final boolean span;
    private final List<Optional<Set<String>>> few;
    private final boolean anyFew;

    /** @param span whether the block should be on two racks */
    LookAhead(ClusterView cluster, PartialPlacement partial, boolean span) {
        this.cluster = cluster;
        this.partial = partial;
        this.span = span;
        this.few = new ArrayList<>(partial.tiers());
        int limit = partial.size() + partial.left();
        boolean some = false;
        for (int tier = 0; tier < partial.tiers(); tier++) {
            Optional<Set<String>> hosts = partial.need(tier) > 0 ? cluster.hosts(tier, limit) : Optional.empty();
            few.add(hosts);
            some |= hosts.isPresent();
        }
        this.anyFew = some;
    }

    /**
     * The rack that a replica of this tier must not be in, lest the whole block ends up in it: the rack of all present
     * ones, when this is the last or all later ones can only be there too.
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

    /** The one rack that all tiers that want a replica after one of this tier are confined to. */
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

    /** The hosts that a replica of this tier must leave to later ones, lest these miss their tiers. */
    Set<String> indispensable(int tier) {
        if (!anyFew || partial.left() < 2) {
            return Set.of();
        }
        List<Set<String>> slots = new ArrayList<>();
        for (int other = 0; other < partial.tiers(); other++) {
            int wanted = Math.min(wantedLater(other, tier), partial.left() - 1);
            if (wanted > 0 && few.get(other).isPresent()) {
                Set<String> free = new HashSet<>();
                for (String host : few.get(other).get()) {
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
