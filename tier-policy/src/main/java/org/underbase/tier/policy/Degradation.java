package org.underbase.tier.policy;

/**
 * Constraint that a placement relaxed because no node satisfied all, in the order of relaxation: first the relation to the
 * racks of other replicas, then the tier, then any tier, last the second rack. One constraint is never relaxed: a node holds at
 * most one replica of a block.
 */
public enum Degradation {
    /** No constraint. */
    NONE,
    /** The replica is on the wanted tier and the block on two racks, but the rack relation is violated. */
    RACK_RELATION,
    /** The replica is on another tier, until the monitor moves it. */
    TIER,
    /**
     * The replica is on a node without a tier, until the monitor moves it or the node's tier is known: no node with a tier could
     * take it.
     */
    UNTIERED,
    /** All replicas of the block are on one rack. */
    SINGLE_RACK
}
