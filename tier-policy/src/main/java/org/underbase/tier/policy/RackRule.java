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
    boolean keeps(PartialPlacement draft, int index) {
        if (!related || index == 0 || index >= RELATED) {
            return true;
        }
        return keeps(
                index,
                draft.spot(0).rack(),
                draft.spot(index - 1).rack(),
                draft.spot(index).rack());
    }

    /** What was given up with the replica of this index. */
    Degradation degradation(PartialPlacement draft, int index) {
        if (span && index > 0 && index == draft.size() - 1 && draft.inOneRack()) {
            return Degradation.SINGLE_RACK;
        }
        if (draft.stray(index)) {
            return Degradation.TIER;
        }
        return keeps(draft, index) ? Degradation.NONE : Degradation.RACK_RELATION;
    }
}
