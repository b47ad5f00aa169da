package org.underbase.tier.namenode.placement;

import java.util.Collection;
import java.util.HashSet;
import java.util.Optional;
import java.util.random.RandomGenerator;
import org.apache.hadoop.fs.StorageType;
import org.apache.hadoop.hdfs.server.blockmanagement.DatanodeDescriptor;
import org.apache.hadoop.net.Node;
import org.underbase.tier.namenode.registry.TierIndex;
import org.underbase.tier.policy.Attempt;

/**
 * Excluded nodes of a random choice that also select its candidates. {@code chooseRandom} passes only a scope and this set to
 * {@link TierPlacement#chooseDataNode}, so the set carries the parameters that a scope cannot express. Not thread-safe.
 */
final class AttemptNodes extends HashSet<Node> {
    private static final long serialVersionUID = 1L;

    private final transient Candidates candidates;

    /** Random pick of a candidate. */
    @FunctionalInterface
    private interface Candidates {
        Optional<DatanodeDescriptor> pick(String scope, Collection<Node> excluded, StorageType type);
    }

    private AttemptNodes(Collection<Node> excluded, Candidates candidates) {
        super(excluded);
        this.candidates = candidates;
    }

    /** Selects the nodes that match an attempt. */
    static AttemptNodes matching(Attempt attempt, TierIndex index, Collection<Node> excluded, RandomGenerator random) {
        return new AttemptNodes(
                excluded, (scope, now, type) -> RandomNodePicker.draw(index, attempt, now, type, random));
    }

    /** Selects nodes among {@code members}, as if the cluster had no others. */
    static AttemptNodes among(
            TierIndex.Tier members, TierIndex index, Collection<Node> excluded, RandomGenerator random) {
        return new AttemptNodes(
                excluded,
                (scope, now, type) ->
                        RandomNodePicker.draw(members, index, RandomNodePicker.attempt(scope), now, type, random));
    }

    /** Selects no node, so that the choice fails. */
    static AttemptNodes none(Collection<Node> excluded) {
        return new AttemptNodes(excluded, (scope, now, type) -> Optional.empty());
    }

    /**
     * Picks a random candidate that this set does not contain and that has the storage type.
     *
     * @param scope network location of HDFS's choice, which some candidates ignore
     */
    Optional<DatanodeDescriptor> pick(String scope, StorageType type) {
        return candidates.pick(scope, this, type);
    }
}
