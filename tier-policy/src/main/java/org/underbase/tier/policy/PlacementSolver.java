package org.underbase.tier.policy;

import java.util.ArrayList;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import java.util.Set;

/**
 * Search for a placement of all remaining replicas on {@link CandidateNodes}, on the wanted tiers and with the required rack
 * relations. It enumerates tiers and racks for the replicas whose rack matters, at most three; matching assigns the other
 * replicas and all hosts.
 */
final class PlacementSolver {
    /** Maximum number of matchings; if all fail, the planner places the replicas one by one. */
    private static final int MAX_MATCHINGS = 512;

    private final CandidateNodes candidates;
    private final PartialPlacement partial;
    private final RackRule rule;
    /** The writer, if the first replica should be near it. */
    private final List<ReplicaLocation> writer;

    private final int[] need;
    private final List<Slot> slots = new ArrayList<>();
    private final List<String> racks = new ArrayList<>();
    private int matchings;

    /** Possible nodes of a replica. */
    private record Slot(int tier, Map<String, ReplicaLocation> nodes) {}

    /**
     * Replica with its node.
     *
     * @param tier rank of the wanted tier; {@link TierNames#UNKNOWN} for any
     * @param location chosen node
     */
    record Place(int tier, ReplicaLocation location) {}

    /**
     * Creates a search.
     *
     * @param candidates nodes that can take a replica
     * @param partial the placement so far
     * @param rule rack relations
     * @param writer node near which the first replica should be; empty for none
     */
    PlacementSolver(
            CandidateNodes candidates, PartialPlacement partial, RackRule rule, Optional<ReplicaLocation> writer) {
        this.candidates = candidates;
        this.partial = partial;
        this.rule = rule;
        this.writer = writer.stream().toList();
        this.need = new int[partial.tiers() + 1];
        for (int tier = TierNames.UNKNOWN; tier < partial.tiers(); tier++) {
            need[tier + 1] = partial.need(tier);
        }
        for (int i = 0; i < partial.size(); i++) {
            racks.add(partial.location(i).rack());
        }
    }

    /** Returns the places in the order of the replicas; empty if there is no placement. */
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
            if (found.isPresent() || matchings > MAX_MATCHINGS) {
                return found;
            }
        }
        return Optional.empty();
    }

    private boolean rackMatters() {
        boolean alone = partial.size() + partial.left() < 2;
        return (rule.related() && racks.size() < RackRule.RELATED)
                || (rule.span() && !alone && Set.copyOf(racks).size() < 2)
                || (racks.isEmpty() && !writer.isEmpty());
    }

    private boolean allows(String rack) {
        return rule.keeps(racks, rack)
                && (!rule.span() || racks.isEmpty() || racks.size() < mustBeApart() || !sameAsAll(rack));
    }

    /** Returns the number of replicas from which the next must leave the only rack of all before: see {@link #rackMatters}. */
    private int mustBeApart() {
        return rule.related() ? RackRule.RELATED : 1;
    }

    private boolean sameAsAll(String rack) {
        return racks.stream().allMatch(rack::equals);
    }

    /** Returns the options of the next replica: first near the writer, then by tier as in {@link PlacementPlanner}. */
    private List<Slot> options() {
        List<Slot> options = new ArrayList<>();
        boolean first = racks.isEmpty() && !writer.isEmpty();
        String host = first ? writer.get(0).host() : "";
        String rack = first ? writer.get(0).rack() : "";
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
