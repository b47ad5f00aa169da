package org.underbase.tier.namenode.monitor;

import java.util.EnumMap;
import java.util.HashMap;
import java.util.Map;
import java.util.StringJoiner;
import java.util.function.Predicate;
import org.apache.hadoop.hdfs.server.blockmanagement.DatanodeDescriptor;
import org.underbase.operator.output.PrintableText;

/** Search for the target of one block's replica: why the examined DataNodes cannot take it. Thread-confined. */
final class TargetSearch {
    /** Result of the examination of a DataNode, in the order of the checks. */
    enum Result {
        NOT_EXAMINED("not examined at this check"),
        NODE("on a node with another replica of the block"),
        RACK("in the rack of all other replicas"),
        OUT_OF_SERVICE("dead or out of service"),
        BUSY("busy or with a move that has just failed (see -status)"),
        HOLDS("with this block, or about to delete it"),
        FULL("without space in a directory of a storage type that the file's storage policy uses"),
        FITS("suitable");

        private final String text;

        Result(String text) {
            this.text = text;
        }
    }

    private final Map<DatanodeDescriptor, Result> results = new HashMap<>();

    /**
     * Records the examination of a DataNode. Of several, for different sources of the move, the last check counts.
     *
     * @return whether it can take the replica
     */
    boolean fits(DatanodeDescriptor node, Result result) {
        results.merge(node, result, (one, other) -> one.compareTo(other) > 0 ? one : other);
        return result == Result.FITS;
    }

    /** Records that a suitable DataNode has become full since its examination. */
    void becameFull(DatanodeDescriptor node) {
        results.put(node, Result.FULL);
    }

    /**
     * Returns why no DataNode of a tier became the target.
     *
     * @param name name of the tier
     * @param members number of DataNodes of the tier
     * @param member whether a DataNode belongs to the tier
     */
    String reason(String name, int members, Predicate<DatanodeDescriptor> member) {
        Map<Result, Integer> counts = new EnumMap<>(Result.class);
        results.forEach((node, result) -> {
            if (member.test(node)) {
                counts.merge(result, 1, Integer::sum);
            }
        });
        if (counts.containsKey(Result.FITS)) {
            return "the DataNode with the replica to move to the tier '" + name
                    + "' is busy, or a move from it has just failed (see -status)";
        }
        StringJoiner found = new StringJoiner(", ");
        counts.forEach((result, count) -> found.add(PrintableText.count(count, "DataNode") + " " + result.text));
        int examined = counts.values().stream().mapToInt(Integer::intValue).sum();
        String none = members <= MovePlanner.SAMPLE
                ? "no node"
                : "none of the " + examined + " examined of " + members + " DataNodes";
        return none + " of the tier '" + name + "' can take a replica now: "
                + (counts.isEmpty() ? "it has no other DataNode" : found);
    }
}
