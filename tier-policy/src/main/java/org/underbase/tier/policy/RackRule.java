package org.underbase.tier.policy;

import java.util.List;

/**
 * Rack constraints of one block.
 *
 * @param related whether the racks of the first three replicas relate as in HDFS
 * @param span whether the block should be on two racks
 */
record RackRule(boolean related, boolean span) {
    /** Number of replicas, from the first, with a rack relation. */
    static final int RELATED = 3;

    /** Whether a replica on {@code rack} satisfies the relation to those before it. */
    boolean keeps(List<String> before, String rack) {
        int index = before.size();
        if (!related || index == 0 || index >= RELATED) {
            return true;
        }
        return keeps(index, before.get(0), before.get(index - 1), rack);
    }

    private static boolean keeps(int index, String first, String second, String rack) {
        boolean near = rack.equals(first) || rack.equals(second);
        return (index == 2 && !first.equals(second)) == near;
    }

    /** Whether the replica with an index satisfies the relation to those before it. */
    boolean keeps(PartialPlacement partial, int index) {
        if (!related || index == 0 || index >= RELATED) {
            return true;
        }
        return keeps(
                index,
                partial.location(0).rack(),
                partial.location(index - 1).rack(),
                partial.location(index).rack());
    }

    /** Returns the constraint that the replica with an index relaxes. */
    Degradation degradation(PartialPlacement partial, int index) {
        if (span && index > 0 && index == partial.size() - 1 && partial.inOneRack()) {
            return Degradation.SINGLE_RACK;
        }
        if (partial.stray(index)) {
            return partial.location(index).tier() == TierNames.UNKNOWN ? Degradation.UNTIERED : Degradation.TIER;
        }
        return keeps(partial, index) ? Degradation.NONE : Degradation.RACK_RELATION;
    }
}
