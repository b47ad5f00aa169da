package org.underbase.tier.policy;

import java.util.ArrayList;
import java.util.HashMap;
import java.util.HashSet;
import java.util.List;
import java.util.Map;
import java.util.Set;

/**
 * Assignment of replicas to different hosts: a node holds at most one replica of a block, so a replica on a host uses the host
 * on all its tiers. Bipartite matching by augmenting paths (Kuhn, 1955).
 */
final class HostMatching {
    private final List<Set<String>> slots = new ArrayList<>();
    private final Map<String, Integer> slotOf = new HashMap<>();

    /**
     * Adds a replica. Earlier replicas keep a host, but it may change.
     *
     * @param hosts possible hosts of the replica
     * @return whether the replica has a host; otherwise it was not added
     */
    boolean add(Set<String> hosts) {
        slots.add(hosts);
        boolean matched = place(slots.size() - 1, "", new HashSet<>());
        if (!matched) {
            slots.remove(slots.size() - 1);
        }
        return matched;
    }

    /** Returns the hosts of the replicas, in the order in which they were added. */
    List<String> hosts() {
        String[] hosts = new String[slots.size()];
        slotOf.forEach((host, slot) -> hosts[slot] = host);
        return List.of(hosts);
    }

    /**
     * Computes the hosts without which fewer replicas could be placed.
     *
     * @param wanted possible hosts of each replica still to be placed; none of them is in use
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

    /** Augments the matching; changes nothing if that fails. */
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
