package org.underbase.tier.policy;

import java.util.List;

/**
 * What is asked of the racks of one block.
 *
 * @param related whether the first three replicas relate as in stock HDFS
 * @param span whether the block should be on two racks
 */
record RackRule(boolean related, boolean span) {
    /** As many replicas, from the first, as have a relation. */
    static final int RELATED = 3;

    /** Whether a replica in {@code rack} relates to those before it as it should. */
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

    /** Whether the replica of this index relates to those before it as it should. */
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

    /** What was given up with the replica of this index. */
    Degradation degradation(PartialPlacement partial, int index) {
        if (span && index > 0 && index == partial.size() - 1 && partial.inOneRack()) {
            return Degradation.SINGLE_RACK;
        }
        if (partial.stray(index)) {
            return Degradation.TIER;
        }
        return keeps(partial, index) ? Degradation.NONE : Degradation.RACK_RELATION;
    }
}
