package org.underbase.tier.namenode.placement;

import java.util.Collection;
import java.util.Optional;
import java.util.Set;
import java.util.random.RandomGenerator;
import org.apache.hadoop.fs.StorageType;
import org.apache.hadoop.hdfs.server.blockmanagement.DatanodeDescriptor;
import org.apache.hadoop.net.NodeBase;
import org.underbase.tier.namenode.registry.TierIndex;
import org.underbase.tier.policy.Attempt;
import org.underbase.tier.policy.Degradation;
import org.underbase.tier.policy.RandomPick;
import org.underbase.tier.policy.TierNames;

/** Random pick of a DataNode of a tier, by {@link RandomPick}. */
final class RandomNodePicker {
    private RandomNodePicker() {}

    /** Picks a node that matches, has the storage type and is not excluded. */
    static Optional<DatanodeDescriptor> draw(
            TierIndex index, Attempt attempt, Collection<?> excluded, StorageType type, RandomGenerator random) {
        return draw(index.tier(attempt.tier()), index, attempt, excluded, type, random);
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
            TierIndex.Tier members,
            TierIndex index,
            Attempt attempt,
            Collection<?> excluded,
            StorageType type,
            RandomGenerator random) {
        DatanodeDescriptor[] nodes =
                attempt.relation() == Attempt.Relation.SAME_RACK ? members.inRack(attempt.place()) : members.all();
        return RandomPick.of(nodes, node -> suits(index, node, attempt, excluded, type), random);
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
