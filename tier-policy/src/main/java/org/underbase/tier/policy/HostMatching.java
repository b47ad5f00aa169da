package org.underbase.tier.policy;

import java.util.ArrayList;
import java.util.HashMap;
import java.util.HashSet;
import java.util.List;
import java.util.Map;
import java.util.Set;

/**
 * Gives each replica a host of its own: a node holds one replica of a block, so a replica put on a host takes that host
 * from every tier that it runs a DataNode of. Bipartite matching by augmenting paths (Kuhn, 1955).
 */
final class HostMatching {
    private final List<Set<String>> slots = new ArrayList<>();
    private final Map<String, Integer> slotOf = new HashMap<>();

    /**
     * One more replica. Earlier ones keep a host, though maybe another.
     *
     * @param hosts that it could be on
     * @return whether it has one; when not, it has no place among the slots
     */
    boolean add(Set<String> hosts) {
        slots.add(hosts);
        boolean matched = place(slots.size() - 1, "", new HashSet<>());
        if (!matched) {
            slots.remove(slots.size() - 1);
        }
        return matched;
    }

    /** The hosts of the replicas, in the order they were added. */
    List<String> hosts() {
        String[] hosts = new String[slots.size()];
        slotOf.forEach((host, slot) -> hosts[slot] = host);
        return List.of(hosts);
    }

    /**
     * Hosts without which fewer of the replicas wanted could be placed.
     *
     * @param wanted for each replica still to be placed, the hosts it could be on; none of them used yet
     */
    static Set<String> indispensable(List<Set<String>> wanted) {
        HostMatching matching = new HostMatching();
        wanted.forEach(matching::add);
        Set<String> result = new HashSet<>();
        for (String host : List.copyOf(matching.slotOf.keySet())) {
            if (matching.slotOf.containsKey(host) && !matching.canSpare(host)) {
                result.add(host);
            }
        }
        return result;
    }

    private boolean canSpare(String host) {
        int slot = slotOf.remove(host);
        if (place(slot, host, new HashSet<>())) {
            return true;
        }
        slotOf.put(host, slot);
        return false;
    }

    /** Changes nothing when it fails. */
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
