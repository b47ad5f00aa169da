package org.underbase.sim.hats.cluster;

import java.util.ArrayDeque;
import java.util.ArrayList;
import java.util.Deque;
import java.util.HashSet;
import java.util.List;
import java.util.Optional;
import java.util.Set;
import java.util.random.RandomGenerator;
import org.underbase.tier.policy.Attempt;
import org.underbase.tier.policy.PlacementPlanner;
import org.underbase.tier.policy.RandomPick;
import org.underbase.tier.policy.ReplicaLocation;
import org.underbase.tier.policy.TierNames;

/**
 * Chooser of nodes for one block in a cluster where all DataNodes are alive and have space: makes the same random choices as
 * the NameNode's chooser. Not thread-safe.
 */
final class LayoutChooser implements PlacementPlanner.RevocableChooser {
    private final Layout layout;
    private final RandomGenerator random;
    private final int maxPerRack;
    private final List<Datanode> present;
    private final Set<String> held = new HashSet<>();
    private final Deque<Datanode> chosen = new ArrayDeque<>(4);

    /**
     * Creates a chooser.
     *
     * @param layout DataNodes
     * @param random source of random choices
     * @param maxPerRack HDFS's maximum number of replicas on one rack
     * @param present DataNodes with a replica of the block
     */
    LayoutChooser(Layout layout, RandomGenerator random, int maxPerRack, List<Datanode> present) {
        this.layout = layout;
        this.random = random;
        this.maxPerRack = maxPerRack;
        this.present = List.copyOf(present);
        present.forEach(datanode -> held.add(datanode.location().host()));
    }

    @Override
    public Optional<ReplicaLocation> choose(Attempt attempt) {
        Optional<Datanode> found = attempt.relation() == Attempt.Relation.NODE ? onHost(attempt) : anywhere(attempt);
        found.ifPresent(datanode -> {
            chosen.push(datanode);
            held.add(datanode.location().host());
        });
        return found.map(Datanode::location);
    }

    /** Like the NameNode, prefers the tier to HDFS's maximum per rack, if there is no other node. */
    private Optional<Datanode> anywhere(Attempt attempt) {
        Optional<Datanode> found = pick(attempt, maxPerRack);
        int total = present.size() + chosen.size() + 1;
        return found.isEmpty() && maxPerRack < total ? pick(attempt, total) : found;
    }

    /** Picks nodes until one is on a rack with less than a number of replicas. */
    private Optional<Datanode> pick(Attempt attempt, int limit) {
        Datanode[] candidates = attempt.relation() == Attempt.Relation.SAME_RACK
                ? layout.members(attempt.tier(), attempt.place())
                : layout.members(attempt.tier());
        Set<Datanode> rejected = new HashSet<>();
        while (true) {
            Optional<Datanode> node =
                    RandomPick.of(candidates, each -> suits(attempt, each) && !rejected.contains(each), random);
            if (node.isEmpty() || inRack(node.get().location().rack()) < limit) {
                return node;
            }
            rejected.add(node.get());
        }
    }

    private int inRack(String rack) {
        int count = 0;
        for (Datanode datanode : present) {
            count += datanode.location().rack().equals(rack) ? 1 : 0;
        }
        for (Datanode datanode : chosen) {
            count += datanode.location().rack().equals(rack) ? 1 : 0;
        }
        return count;
    }

    /** Stock HDFS represents a writer by a random DataNode of its host; the NameNode takes the first of a tier. */
    private Optional<Datanode> onHost(Attempt attempt) {
        Datanode[] candidates = layout.onHost(attempt.place());
        if (attempt.tier() == TierNames.UNKNOWN) {
            return RandomPick.of(candidates, node -> suits(attempt, node), random);
        }
        for (Datanode candidate : candidates) {
            if (suits(attempt, candidate)) {
                return Optional.of(candidate);
            }
        }
        return Optional.empty();
    }

    private boolean suits(Attempt attempt, Datanode datanode) {
        return attempt.matches(datanode.location())
                && !held.contains(datanode.location().host());
    }

    @Override
    public void release(ReplicaLocation location) {
        Datanode last = chosen.pop();
        if (!last.location().equals(location)) {
            throw new IllegalStateException("cannot release " + location + ": the last choice is " + last);
        }
        held.remove(location.host());
    }

    /** Returns the choices that were not released, in their order. */
    List<Datanode> chosen() {
        List<Datanode> order = new ArrayList<>(chosen.size());
        chosen.descendingIterator().forEachRemaining(order::add);
        return order;
    }
}
