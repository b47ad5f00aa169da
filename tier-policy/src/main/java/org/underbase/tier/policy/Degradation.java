package org.underbase.tier.policy;

/**
 * What a placement gave up because no node was left that would have kept it, in this order: the relation to the racks of
 * other replicas first, the tier next, the second rack last. Never given up: a node holds one replica of a block, and a
 * node whose tier is not known holds none that belongs to a tier.
 */
public enum Degradation {
    /** Nothing. */
    NONE,
    /** On the wanted tier, with the block on two racks, but not near the replica it should be near. */
    RACK_RELATION,
    /** On another tier, so that the file is not whole there until the monitor has moved it. */
    TIER,
    /** All replicas of the block are in one rack. */
    SINGLE_RACK
}
