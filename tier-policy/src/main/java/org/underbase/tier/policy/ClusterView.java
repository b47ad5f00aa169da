package org.underbase.tier.policy;

import java.util.Optional;
import java.util.Set;

/** What {@link PlacementPlanner} must know of a cluster. Nodes that cannot take a replica at all should not be counted. */
public interface ClusterView {
    /** Whether nodes are in more than one rack. */
    boolean severalRacks();

    /** The one rack that all nodes of the tier are in; empty when they are in several, or there are none. */
    Optional<String> soleRack(int tier);

    /** The hosts that have a node of the tier when they are no more than {@code limit}; empty when they are more. */
    Optional<Set<String>> hosts(int tier, int limit);

    /** Whether the host has a node of the tier. */
    boolean has(String host, int tier);
}
