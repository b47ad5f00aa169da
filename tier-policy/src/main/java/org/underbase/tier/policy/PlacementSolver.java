package org.underbase.tier.policy;

import java.util.ArrayList;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import java.util.Set;

/**
 * Finds, among the nodes of a {@link CandidateNodes}, a place for every replica still to be placed, on the tiers wanted and with
 * the racks related as asked. Tiers and racks are tried for those replicas whose rack matters, three at most; the others
 * and all hosts follow by matching.
 */
final class PlacementSolver {
    /** Matchings at most; on a cluster where so many fail the replicas are placed one by one. */
    private static final int MATCHINGS = 512;

    private final CandidateNodes candidates;
    private final PartialPlacement partial;
    private final RackRule rule;
    private final Optional<ReplicaLocation> writer;
    private final int[] need;
    private final List<Slot> slots = new ArrayList<>();
    private final List<String> racks = new ArrayList<>();
    private int matchings;

    /** Where a replica could be. */
    private record Slot(int tier, Map<String, ReplicaLocation> nodes) {}

    /**
     * A replica and its node.
     *
     * @param tier the tier it is wanted on, {@link TierNames#UNKNOWN} for any
     */
    record Place(int tier, ReplicaLocation location) {}

    /** @param writer given when the first replica should be near it */
    PlacementSolver(
            CandidateNodes candidates, PartialPlacement partial, RackRule rule, Optional<ReplicaLocation> writer) {
        this.candidates = candidates;
        this.partial = partial;
        this.rule = rule;
        this.writer = writer;
        this.need = new int[partial.tiers() + 1];
        for (int tier = TierNames.UNKNOWN; tier < partial.tiers(); tier++) {
            need[tier + 1] = partial.need(tier);
        }
        for (int i = 0; i < partial.size(); i++) {
            racks.add(partial.location(i).rack());
        }
    }

    /** The places in the order they should be filled; empty when there are none. */
    Optional<List<Place>> find() {
        if (slots.size() == partial.left() || !rackMatters()) {
            return match();
        }
        for (Slot slot : options()) {
            slots.add(slot);
            racks.add(slot.nodes().values().iterator().next().rack());
            need[slot.tier() + 1]--;
            Optional<List<Place>> found = find();
            need[slot.tier() + 1]++;
            racks.remove(racks.size() - 1);
            slots.remove(slots.size() - 1);
            if (found.isPresent() || matchings > MATCHINGS) {
                return found;
            }
        }
        return Optional.empty();
    }

    private boolean rackMatters() {
        boolean alone = partial.size() + partial.left() < 2;
        return (rule.related() && racks.size() < RackRule.RELATED)
                || (rule.span() && !alone && Set.copyOf(racks).size() < 2)
                || (racks.isEmpty() && writer.isPresent());
    }

    private boolean allows(String rack) {
        return rule.keeps(racks, rack)
                && (!rule.span() || racks.isEmpty() || racks.size() < mustBeApart() || !sameAsAll(rack));
    }

    /** From how many replicas on the next one must not be in the one rack of all before: see {@link #rackMatters}. */
    private int mustBeApart() {
        return rule.related() ? RackRule.RELATED : 1;
    }

    private boolean sameAsAll(String rack) {
        return racks.stream().allMatch(rack::equals);
    }

    /** What the next replica could be: near the writer first, then by tier as in {@link PlacementPlanner}. */
    private List<Slot> options() {
        List<Slot> options = new ArrayList<>();
        boolean first = racks.isEmpty() && writer.isPresent();
        String host = first ? writer.get().host() : "";
        String rack = first ? writer.get().rack() : "";
        List<Slot> near = new ArrayList<>();
        List<Slot> far = new ArrayList<>();
        for (int tier : tiers()) {
            Map<String, Map<String, ReplicaLocation>> byRack = new LinkedHashMap<>();
            for (Map.Entry<String, ReplicaLocation> entry : candidates.of(tier).entrySet()) {
                byRack.computeIfAbsent(entry.getValue().rack(), unused -> new LinkedHashMap<>())
                        .put(entry.getKey(), entry.getValue());
            }
            byRack.keySet().removeIf(other -> !allows(other));
            byRack.forEach((where, nodes) -> {
                if (nodes.containsKey(host)) {
                    options.add(new Slot(tier, Map.of(host, nodes.get(host))));
                }
                (where.equals(rack) ? near : far).add(new Slot(tier, nodes));
            });
        }
        options.addAll(near);
        options.addAll(far);
        return options;
    }

    private List<Integer> tiers() {
        List<Integer> tiers = new ArrayList<>();
        for (int tier = 0; tier < partial.tiers(); tier++) {
            if (need[tier + 1] > 0) {
                tiers.add(racks.size() == 1 ? 0 : tiers.size(), tier);
            }
        }
        if (need[0] > 0) {
            tiers.add(TierNames.UNKNOWN);
        }
        return tiers;
    }

    private Optional<List<Place>> match() {
        matchings++;
        HostMatching matching = new HostMatching();
        List<Slot> matched = new ArrayList<>();
        for (Slot slot : slots) {
            if (!matching.add(slot.nodes().keySet())) {
                return Optional.empty();
            }
            matched.add(slot);
        }
        for (int tier : tiers()) {
            Slot slot = new Slot(tier, candidates.of(tier));
            for (int i = 0; i < need[tier + 1] && matched.size() < partial.left(); i++) {
                if (matching.add(slot.nodes().keySet())) {
                    matched.add(slot);
                }
            }
        }
        if (matched.size() < partial.left()) {
            return Optional.empty();
        }
        List<Place> places = new ArrayList<>();
        List<String> hosts = matching.hosts();
        for (int i = 0; i < hosts.size(); i++) {
            Slot slot = matched.get(i);
            places.add(new Place(slot.tier(), slot.nodes().get(hosts.get(i))));
        }
        return Optional.of(places);
    }
}
