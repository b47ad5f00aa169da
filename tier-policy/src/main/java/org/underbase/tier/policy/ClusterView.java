package org.underbase.tier.policy;

import java.util.Optional;
import java.util.Set;

/** View of a cluster for {@link PlacementPlanner}. It should not count nodes that cannot take a replica at all. */
public interface ClusterView {
    /** Whether the nodes are on more than one rack. */
    boolean severalRacks();

    /** Returns the rack of all nodes of a tier; empty if they are on several racks or the tier has no nodes. */
    Optional<String> soleRack(int tier);

    /** Returns the hosts with a node of a tier; empty if there are more than {@code limit}. */
    Optional<Set<String>> hosts(int tier, int limit);

    /** Whether a host has a node of a tier. */
    boolean has(String host, int tier);
}
