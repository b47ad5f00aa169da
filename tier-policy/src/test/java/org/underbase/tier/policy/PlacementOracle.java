package org.underbase.tier.policy;

import java.util.ArrayList;
import java.util.Arrays;
import java.util.HashMap;
import java.util.HashSet;
import java.util.LinkedHashSet;
import java.util.List;
import java.util.Map;
import java.util.Set;

/**
 * Minimum degradation of all placements of a case, with all nodes known. Tries every tier and rack for the
 * replicas whose racks matter; hosts by maximum matching. Written apart from the planner, against the documented rules.
 */
final class PlacementOracle {
    private final PlacementCase subject;
    private final int[] need;
    private final int count;
    private final List<ReplicaLocation> free = new ArrayList<>();
    private final List<String> racks = new ArrayList<>();
    private final List<List<ReplicaLocation>> fixed = new ArrayList<>();

    PlacementOracle(PlacementCase subject) {
        this.subject = subject;
        this.need = subject.need();
        Set<String> used = new HashSet<>();
        subject.present().forEach(location -> used.add(location.host()));
        subject.present().forEach(location -> racks.add(location.rack()));
        for (ReplicaLocation location : subject.cluster().usable()) {
            if (!used.contains(location.host())) {
                free.add(location);
            }
        }
        this.count = Math.min(subject.count(), (int)
                free.stream().map(ReplicaLocation::host).distinct().count());
    }

    /** How many replicas can be placed. */
    int placeable() {
        return count;
    }

    /** How many replicas can be placed if nodes of unknown tier take only those that may be anywhere. */
    private int mostOnTiers() {
        Set<String> known = knownHosts();
        Set<String> other = new HashSet<>();
        free.forEach(location -> other.add(location.host()));
        other.removeAll(known);
        return known.size() + Math.min(other.size(), need[0]);
    }

    private Set<String> knownHosts() {
        Set<String> known = new HashSet<>();
        for (ReplicaLocation location : free) {
            if (location.tier() != TierNames.UNKNOWN) {
                known.add(location.host());
            }
        }
        return known;
    }

    /** The least degradation of the block's worst replica. */
    Degradation least() {
        if (count == 0 || exists(subject.related(), subject.span(), Set.of())) {
            return Degradation.NONE;
        }
        if (subject.related() && exists(false, subject.span(), Set.of())) {
            return Degradation.RACK_RELATION;
        }
        if (count <= mostOnTiers() && (!subject.span() || twoRacksAnyTier())) {
            return Degradation.TIER;
        }
        return !subject.span() || twoRacksAnyNode() ? Degradation.UNTIERED : Degradation.SINGLE_RACK;
    }

    private boolean twoRacksAnyNode() {
        Set<String> all = new HashSet<>(racks);
        free.forEach(location -> all.add(location.rack()));
        return subject.present().size() + count < 2 || all.size() > 1;
    }

    /** Whether a placement without degradation exists with the first replica on a host, or, if that is empty, on a rack. */
    boolean keepsAllWithFirstAt(String host, String rack) {
        Set<String> hosts = new HashSet<>();
        for (ReplicaLocation location : free) {
            if (location.host().equals(host)
                    || (host.isEmpty() && location.rack().equals(rack))) {
                hosts.add(location.host());
            }
        }
        return count > 0 && !hosts.isEmpty() && exists(subject.related(), subject.span(), hosts);
    }

    private boolean twoRacksAnyTier() {
        int total = subject.present().size() + count;
        if (total < 2 || new HashSet<>(racks).size() > 1) {
            return true;
        }
        Set<String> known = knownHosts();
        Set<String> knownRacks = new HashSet<>(racks);
        Set<String> otherRacks = new HashSet<>();
        for (ReplicaLocation location : free) {
            if (known.contains(location.host())) {
                knownRacks.add(location.rack());
            } else {
                otherRacks.add(location.rack());
            }
        }
        Set<String> all = new HashSet<>(knownRacks);
        all.addAll(otherRacks);
        return knownRacks.size() > 1 || (all.size() > 1 && (need[0] > 1 || (need[0] > 0 && !knownRacks.isEmpty())));
    }

    /** @param first hosts the first replica should be on; empty for all */
    private boolean exists(boolean related, boolean span, Set<String> first) {
        if (fixed.isEmpty() && !matches()) {
            return false;
        }
        int index = racks.size();
        boolean one = new HashSet<>(racks).size() < 2;
        boolean mustSpan = span && one && subject.present().size() + count > 1;
        if (fixed.size() == count) {
            return !mustSpan && matches();
        }
        boolean matters = (related && index < 3) || mustSpan || (!first.isEmpty() && fixed.isEmpty());
        if (!matters) {
            return matches();
        }
        for (Map.Entry<List<Object>, List<ReplicaLocation>> option : options().entrySet()) {
            int tier = (Integer) option.getKey().get(0);
            String rack = (String) option.getKey().get(1);
            List<ReplicaLocation> nodes = option.getValue().stream()
                    .filter(location -> !fixed.isEmpty() || first.isEmpty() || first.contains(location.host()))
                    .toList();
            boolean wrong = related && index < 3 && !relates(index, rack);
            boolean late = !(related && index < 3)
                    && mustSpan
                    && index > 0
                    && racks.get(0).equals(rack);
            if (!wrong && !late && !nodes.isEmpty()) {
                need[tier + 1]--;
                racks.add(rack);
                fixed.add(nodes);
                boolean found = exists(related, span, first);
                fixed.remove(fixed.size() - 1);
                racks.remove(racks.size() - 1);
                need[tier + 1]++;
                if (found) {
                    return true;
                }
            }
        }
        return false;
    }

    private boolean relates(int index, String rack) {
        return switch (index) {
            case 1 -> !rack.equals(racks.get(0));
            case 2 ->
                racks.get(0).equals(racks.get(1))
                        ? !rack.equals(racks.get(0))
                        : racks.subList(0, 2).contains(rack);
            default -> true;
        };
    }

    /** The free nodes that could take a replica of a tier in a rack, by tier and rack. */
    private Map<List<Object>, List<ReplicaLocation>> options() {
        Map<List<Object>, List<ReplicaLocation>> options = new HashMap<>();
        for (ReplicaLocation location : free) {
            for (int tier : new LinkedHashSet<>(List.of(location.tier(), TierNames.UNKNOWN))) {
                if (need[tier + 1] > 0) {
                    options.computeIfAbsent(List.of(tier, location.rack()), key -> new ArrayList<>())
                            .add(location);
                }
            }
        }
        return options;
    }

    /** Whether the fixed replicas and as many of the needed as are left have hosts of their own. */
    private boolean matches() {
        List<String> hosts = new ArrayList<>(
                new LinkedHashSet<>(free.stream().map(ReplicaLocation::host).toList()));
        Map<String, Integer> number = new HashMap<>();
        hosts.forEach(host -> number.put(host, number.size()));
        int[] ownerOf = new int[hosts.size()];
        Arrays.fill(ownerOf, -1);
        List<int[]> slots = new ArrayList<>();
        for (List<ReplicaLocation> nodes : fixed) {
            slots.add(nodes.stream()
                    .mapToInt(location -> number.get(location.host()))
                    .toArray());
            if (!augment(slots, slots.size() - 1, ownerOf, new boolean[hosts.size()])) {
                return false;
            }
        }
        int matched = fixed.size();
        for (int tier = TierNames.UNKNOWN; tier < need.length - 1; tier++) {
            int wantedTier = tier;
            int[] candidates = free.stream()
                    .filter(location -> wantedTier == TierNames.UNKNOWN || location.tier() == wantedTier)
                    .mapToInt(location -> number.get(location.host()))
                    .distinct()
                    .toArray();
            for (int i = 0; i < need[tier + 1]; i++) {
                slots.add(candidates);
                matched += augment(slots, slots.size() - 1, ownerOf, new boolean[hosts.size()]) ? 1 : 0;
            }
        }
        return matched >= count;
    }

    private static boolean augment(List<int[]> slots, int slot, int[] ownerOf, boolean[] seen) {
        for (int host : slots.get(slot)) {
            if (!seen[host]) {
                seen[host] = true;
                if (ownerOf[host] < 0 || augment(slots, ownerOf[host], ownerOf, seen)) {
                    ownerOf[host] = slot;
                    return true;
                }
            }
        }
        return false;
    }
}
