package org.underbase.tier.policy;

import java.util.ArrayList;
import java.util.HashMap;
import java.util.HashSet;
import java.util.List;
import java.util.Map;
import java.util.Set;

/**
 * Which hosts a block cannot spare: a node holds one replica of a block, so a replica put on a host takes that host from
 * every tier that it runs a DataNode of. Bipartite matching (Kuhn) of the replicas still wanted on small tiers to hosts.
 */
final class HostMatching {
    private final List<Set<String>> slots = new ArrayList<>();
    private final Map<String, Integer> slotOf = new HashMap<>();

    /**
     * Hosts without which the replicas wanted could not all be placed.
     *
     * @param wanted for each replica still to be placed, the hosts it could be on; none of them used yet
     */
    static Set<String> indispensable(List<Set<String>> wanted) {
        HostMatching matching = new HostMatching();
        Set<String> hosts = new HashSet<>();
        int matched = 0;
        for (Set<String> slot : wanted) {
            matching.slots.add(slot);
            hosts.addAll(slot);
            matched += matching.place(matching.slots.size() - 1, "", new HashSet<>()) ? 1 : 0;
        }
        Set<String> result = new HashSet<>();
        if (matched == 0) {
            return result;
        }
        for (String host : hosts) {
            if (matching.slotOf.containsKey(host) && !matching.canSpare(host)) {
                result.add(host);
            }
        }
        return result;
    }

    private boolean canSpare(String host) {
        Map<String, Integer> before = new HashMap<>(slotOf);
        int slot = slotOf.remove(host);
        boolean placed = place(slot, host, new HashSet<>());
        if (!placed) {
            slotOf.clear();
            slotOf.putAll(before);
        }
        return placed;
    }

    private boolean place(int slot, String without, Set<String> seen) {
        for (String host : slots.get(slot)) {
            if (!host.equals(without) && seen.add(host)) {
                Integer other = slotOf.get(host);
                if (other == null || place(other, without, seen)) {
                    slotOf.put(host, slot);
                    return true;
                }
            }
        }
        return false;
    }
}
