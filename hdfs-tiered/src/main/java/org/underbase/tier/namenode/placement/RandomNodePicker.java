package org.underbase.tier.namenode.placement;

import java.util.Collection;
import java.util.Optional;
import java.util.concurrent.ThreadLocalRandom;
import org.apache.hadoop.fs.StorageType;
import org.apache.hadoop.hdfs.server.blockmanagement.DatanodeDescriptor;
import org.underbase.tier.namenode.registry.TierIndex;
import org.underbase.tier.policy.Attempt;

/** Random pick of a node of a tier: a few random tries, then a scan from a random start, so that it finds every node. */
final class RandomNodePicker {
    private static final int TRIES = 8;

    private RandomNodePicker() {}

    /** Picks a node that matches, has the storage type and is not excluded. */
    static Optional<DatanodeDescriptor> draw(
            TierIndex index, Attempt attempt, Collection<?> excluded, StorageType type) {
        DatanodeDescriptor[] nodes = attempt.relation() == Attempt.Relation.SAME_RACK
                ? index.tier(attempt.tier()).inRack(attempt.place())
                : index.tier(attempt.tier()).all();
        if (nodes.length == 0) {
            return Optional.empty();
        }
        ThreadLocalRandom random = ThreadLocalRandom.current();
        for (int i = 0; i < TRIES; i++) {
            DatanodeDescriptor node = nodes[random.nextInt(nodes.length)];
            if (suits(index, node, attempt, excluded, type)) {
                return Optional.of(node);
            }
        }
        int start = random.nextInt(nodes.length);
        for (int i = 0; i < nodes.length; i++) {
            DatanodeDescriptor node = nodes[(start + i) % nodes.length];
            if (suits(index, node, attempt, excluded, type)) {
                return Optional.of(node);
            }
        }
        return Optional.empty();
    }

    private static boolean suits(
            TierIndex index, DatanodeDescriptor node, Attempt attempt, Collection<?> excluded, StorageType type) {
        return (attempt.relation() != Attempt.Relation.OTHER_RACK
                        || !node.getNetworkLocation().equals(attempt.place()))
                && (attempt.avoid().isEmpty() || !attempt.avoid().contains(index.node(node)))
                && !excluded.contains(node)
                && node.hasStorageType(type);
    }
}
