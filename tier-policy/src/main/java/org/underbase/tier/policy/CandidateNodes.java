package org.underbase.tier.policy;

import java.util.ArrayList;
import java.util.HashSet;
import java.util.LinkedHashMap;
import java.util.LinkedHashSet;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import java.util.Set;

/**
 * Nodes that can take a replica of a block at present, determined with the chooser, because {@link ClusterView} also counts
 * nodes that are full, busy or stale. Per tier, they include as many hosts as there are replicas to place, and as many on each
 * rack with a candidate of any tier.
 */
final class CandidateNodes {
    /** Enough for three replicas on three tiers on twenty racks; a larger cluster is searched only partially. */
    private static final int MAX_CALLS = 256;

    private final PlacementPlanner.RevocableChooser chooser;
    private final PartialPlacement partial;
    private final List<Map<String, ReplicaLocation>> found = new ArrayList<>();
    private final boolean[] all;
    private int calls;

    CandidateNodes(PlacementPlanner.RevocableChooser chooser, PartialPlacement partial) {
        this.chooser = chooser;
        this.partial = partial;
        this.all = new boolean[partial.tiers() + 1];
        for (int tier = TierNames.UNKNOWN; tier < partial.tiers(); tier++) {
            found.add(new LinkedHashMap<>());
            if (partial.need(tier) > 0) {
                all[tier + 1] = ask(tier, Attempt.Relation.ANYWHERE, "", partial.left()) < partial.left();
            }
        }
        if (partial.need(TierNames.UNKNOWN) > 0) {
            shareWithAny();
        }
    }

    /** Searches every rack with a candidate, with a replica of the block, or near the writer. */
    void askRacks(Optional<String> near) {
        for (int tier = TierNames.UNKNOWN; tier < partial.tiers(); tier++) {
            Set<String> racks = racks(tier);
            if (partial.need(tier) > 0 && !all[tier + 1] && racks.size() == 1) {
                ask(tier, Attempt.Relation.OTHER_RACK, racks.iterator().next(), partial.left());
            }
        }
        Set<String> racks = new LinkedHashSet<>();
        near.ifPresent(racks::add);
        for (int i = 0; i < partial.size(); i++) {
            racks.add(partial.location(i).rack());
        }
        for (int tier = TierNames.UNKNOWN; tier < partial.tiers(); tier++) {
            racks.addAll(racks(tier));
        }
        for (String rack : racks) {
            for (int tier = TierNames.UNKNOWN; tier < partial.tiers(); tier++) {
                if (partial.need(tier) > 0 && !all[tier + 1]) {
                    ask(tier, Attempt.Relation.SAME_RACK, rack, partial.left() - inRack(tier, rack));
                }
            }
        }
        if (partial.need(TierNames.UNKNOWN) > 0) {
            shareWithAny();
        }
    }

    /** Adds a node of each wanted tier on a host. */
    void askHost(String host) {
        for (int tier = TierNames.UNKNOWN; tier < partial.tiers(); tier++) {
            if (partial.need(tier) > 0 && !of(tier).containsKey(host)) {
                ask(tier, Attempt.Relation.NODE, host, 1);
            }
        }
    }

    /** Returns the nodes of a tier by host; those of all tiers for {@link TierNames#UNKNOWN}. */
    Map<String, ReplicaLocation> of(int tier) {
        return found.get(tier + 1);
    }

    private Set<String> racks(int tier) {
        Set<String> racks = new LinkedHashSet<>();
        of(tier).values().forEach(location -> racks.add(location.rack()));
        return racks;
    }

    private int inRack(int tier, String rack) {
        int count = 0;
        for (ReplicaLocation location : of(tier).values()) {
            count += location.rack().equals(rack) ? 1 : 0;
        }
        return count;
    }

    private void shareWithAny() {
        for (int tier = 0; tier < partial.tiers(); tier++) {
            of(tier).forEach(of(TierNames.UNKNOWN)::putIfAbsent);
        }
    }

    private int ask(int tier, Attempt.Relation relation, String place, int most) {
        Map<String, ReplicaLocation> known = of(tier);
        int count = 0;
        while (count < most && calls++ < MAX_CALLS) {
            Optional<ReplicaLocation> location =
                    chooser.choose(new Attempt(tier, relation, place, new HashSet<>(known.keySet()), Degradation.NONE));
            if (location.isEmpty()) {
                return count;
            }
            chooser.release(location.get());
            known.put(location.get().host(), location.get());
            count++;
        }
        return most;
    }
}
