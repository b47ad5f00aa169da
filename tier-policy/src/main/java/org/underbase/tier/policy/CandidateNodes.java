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
 * Nodes that would take a replica of a block now, found by asking the chooser: {@link ClusterView} also counts nodes that
 * are full, busy or stale. Of each tier as many hosts as there are replicas to place, and as many in each rack where any
 * tier was found.
 */
final class CandidateNodes {
    /** Enough for three replicas on three tiers in twenty racks; the rest of a larger cluster is not looked at. */
    private static final int QUESTIONS = 256;

    private final PlacementPlanner.RevocableChooser chooser;
    private final PartialPlacement draft;
    private final List<Map<String, ReplicaLocation>> found = new ArrayList<>();
    private final boolean[] all;
    private int questions;

    CandidateNodes(PlacementPlanner.RevocableChooser chooser, PartialPlacement draft) {
        this.chooser = chooser;
        this.draft = draft;
        this.all = new boolean[draft.tiers() + 1];
        for (int tier = TierNames.UNKNOWN; tier < draft.tiers(); tier++) {
            found.add(new LinkedHashMap<>());
            if (draft.need(tier) > 0) {
                all[tier + 1] = ask(tier, Attempt.Relation.ANYWHERE, "", draft.left()) < draft.left();
            }
        }
        if (draft.need(TierNames.UNKNOWN) > 0) {
            shareWithAny();
        }
    }

    /** Looks into every rack where a tier was found, or the block is, or a replica should be near. */
    void askRacks(Optional<String> near) {
        for (int tier = TierNames.UNKNOWN; tier < draft.tiers(); tier++) {
            Set<String> racks = racks(tier);
            if (draft.need(tier) > 0 && !all[tier + 1] && racks.size() == 1) {
                ask(tier, Attempt.Relation.OTHER_RACK, racks.iterator().next(), draft.left());
            }
        }
        Set<String> racks = new LinkedHashSet<>();
        near.ifPresent(racks::add);
        for (int i = 0; i < draft.size(); i++) {
            racks.add(draft.spot(i).rack());
        }
        for (int tier = TierNames.UNKNOWN; tier < draft.tiers(); tier++) {
            racks.addAll(racks(tier));
        }
        for (String rack : racks) {
            for (int tier = TierNames.UNKNOWN; tier < draft.tiers(); tier++) {
                if (draft.need(tier) > 0 && !all[tier + 1]) {
                    ask(tier, Attempt.Relation.SAME_RACK, rack, draft.left() - inRack(tier, rack));
                }
            }
        }
        if (draft.need(TierNames.UNKNOWN) > 0) {
            shareWithAny();
        }
    }

    /** Adds a node of each tier wanted on this host. */
    void askHost(String host) {
        for (int tier = TierNames.UNKNOWN; tier < draft.tiers(); tier++) {
            if (draft.need(tier) > 0 && !candidates(tier).containsKey(host)) {
                ask(tier, Attempt.Relation.NODE, host, 1);
            }
        }
    }

    /** By host, the nodes of a tier; of {@link TierNames#UNKNOWN} those of any. */
    Map<String, ReplicaLocation> candidates(int tier) {
        return found.get(tier + 1);
    }

    private Set<String> racks(int tier) {
        Set<String> racks = new LinkedHashSet<>();
        candidates(tier).values().forEach(spot -> racks.add(spot.rack()));
        return racks;
    }

    private int inRack(int tier, String rack) {
        int count = 0;
        for (ReplicaLocation spot : candidates(tier).values()) {
            count += spot.rack().equals(rack) ? 1 : 0;
        }
        return count;
    }

    private void shareWithAny() {
        for (int tier = 0; tier < draft.tiers(); tier++) {
            candidates(tier).forEach(candidates(TierNames.UNKNOWN)::putIfAbsent);
        }
    }

    private int ask(int tier, Attempt.Relation relation, String place, int most) {
        Map<String, ReplicaLocation> known = candidates(tier);
        int count = 0;
        while (count < most && questions++ < QUESTIONS) {
            Optional<ReplicaLocation> spot =
                    chooser.choose(new Attempt(tier, relation, place, new HashSet<>(known.keySet()), Degradation.NONE));
            if (spot.isEmpty()) {
                return count;
            }
            chooser.release(spot.get());
            known.put(spot.get().host(), spot.get());
            count++;
        }
        return most;
    }
}
