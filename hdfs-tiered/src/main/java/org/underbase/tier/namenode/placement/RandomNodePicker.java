package org.underbase.tier.namenode.placement;

import java.util.Collection;
import java.util.Optional;
import java.util.Set;
import java.util.concurrent.ThreadLocalRandom;
import org.apache.hadoop.fs.StorageType;
import org.apache.hadoop.hdfs.server.blockmanagement.DatanodeDescriptor;
import org.apache.hadoop.net.NodeBase;
import org.underbase.tier.namenode.registry.TierIndex;
import org.underbase.tier.policy.Attempt;
import org.underbase.tier.policy.Degradation;
import org.underbase.tier.policy.TierNames;

/** Random pick of a node of a tier: a few random tries, then a scan from a random start, so that it finds every node. */
final class RandomNodePicker {
    private static final int TRIES = 8;

    private RandomNodePicker() {}

    /** Picks a node that matches, has the storage type and is not excluded. */
    static Optional<DatanodeDescriptor> draw(
            TierIndex index, Attempt attempt, Collection<?> excluded, StorageType type) {
        return draw(index.tier(attempt.tier()), index, attempt, excluded, type);
    }

    /** Returns the constraints of HDFS's scopes: a rack, all other racks ({@code ~} and a rack), or anywhere. */
    static Attempt attempt(String scope) {
        Attempt.Relation relation = scope.equals(NodeBase.ROOT)
                ? Attempt.Relation.ANYWHERE
                : scope.startsWith("~") ? Attempt.Relation.OTHER_RACK : Attempt.Relation.SAME_RACK;
        String place = relation == Attempt.Relation.OTHER_RACK ? scope.substring(1) : scope;
        return new Attempt(TierNames.UNKNOWN, relation, place, Set.of(), Degradation.NONE);
    }

    /** Picks a node of {@code members} that matches, has the storage type and is not excluded. */
    static Optional<DatanodeDescriptor> draw(
            TierIndex.Tier members, TierIndex index, Attempt attempt, Collection<?> excluded, StorageType type) {
        DatanodeDescriptor[] nodes =
                attempt.relation() == Attempt.Relation.SAME_RACK ? members.inRack(attempt.place()) : members.all();
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
