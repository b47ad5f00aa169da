package org.underbase.tier.policy;

import java.util.Arrays;
import java.util.List;
import java.util.Objects;
import java.util.Optional;
import java.util.Set;
import java.util.random.RandomGenerator;

/**
 * Planner of the tier and the rack relation of each new replica of one block (hatS, section III-C). The caller chooses the
 * nodes.
 *
 * <p>Racks: with a rack-aware policy (hybrid, vectors), the first replica is on the writer's node, else on its rack; the second
 * on a different rack; the third on the rack of one of the first two, or on a different rack if these share one. With other
 * policies (tier-aware, random), a replica is on any rack. A block with two replicas on a cluster with two racks is always on
 * two racks, unless {@code singleRack} is set and the policy is not rack-aware.
 *
 * <p>Tiers: the first replica is on the fastest wanted tier, the second on the slowest, further ones on any wanted tier, or on
 * the fastest while more are wanted than placed.
 *
 * <p>If no node satisfies all constraints, the planner relaxes them in the order of {@link Degradation}. Before these, it
 * relaxes the writer's node and rack, which does not count as a degradation.
 *
 * <p>The planner places replicas one by one and takes the needs of later ones into account, as far as {@link ClusterView}
 * shows them. If that fails and the chooser is a {@link RevocableChooser}, the planner releases all replicas and computes a
 * new placement from the nodes that the chooser finds ({@link CandidateNodes}, {@link PlacementSolver}).
 *
 * <p>A planner places the replicas of one block once. Not thread-safe.
 */
public final class PlacementPlanner {
    /** Chooser of nodes. */
    @FunctionalInterface
    public interface Chooser {
        /** Chooses a node that matches, on a host without a replica of the block, if one exists. */
        Optional<ReplicaLocation> choose(Attempt attempt);
    }

    /** Chooser that can release its choices, so that the planner can start again. */
    public interface RevocableChooser extends Chooser {
        /** Releases the latest unreleased choice, {@code location}, so that its host can be chosen again. */
        void release(ReplicaLocation location);
    }

    /**
     * Result of a placement.
     *
     * @param placed new replicas, in order; fewer than requested if nodes are missing
     * @param degradations relaxed constraint of each new replica; that all replicas are on one rack counts for the last
     */
    public record Outcome(List<ReplicaLocation> placed, List<Degradation> degradations) {
        public Outcome {
            placed = List.copyOf(placed);
            degradations = List.copyOf(degradations);
        }

        /** Returns the worst degradation; {@link Degradation#NONE} without replicas. */
        public Degradation worst() {
            Degradation worst = Degradation.NONE;
            for (Degradation degradation : degradations) {
                worst = degradation.compareTo(worst) > 0 ? degradation : worst;
            }
            return worst;
        }
    }

    private final ClusterView cluster;
    private final RandomGenerator random;
    private final Chooser chooser;
    private final boolean rackAware;
    private final RackRule rule;

    private PartialPlacement partial = new PartialPlacement(TierCounts.none(0), List.of(), 0, 0);
    private LookAhead ahead;
    /** The writer, if it is known. */
    private List<ReplicaLocation> writer = List.of();

    /** Tiers without a further node, by rank plus one; {@link TierNames#UNKNOWN} at 0. */
    private boolean[] exhausted = {};
    /** Tiers that need the next replica, in the order in which they are tried. */
    private int[] open = {};

    private int opened;

    /**
     * Creates a planner for one block.
     *
     * @param cluster view of the cluster
     * @param rackAware whether racks relate as in HDFS: see {@link PlacementPolicy#rackAware}
     * @param singleRack whether a policy that is not rack-aware may place all replicas on one rack
     * @param random source of random choices
     * @param chooser chooser of the nodes
     */
    public PlacementPlanner(
            ClusterView cluster, boolean rackAware, boolean singleRack, RandomGenerator random, Chooser chooser) {
        this.cluster = Objects.requireNonNull(cluster, "cluster");
        this.random = Objects.requireNonNull(random, "random");
        this.chooser = Objects.requireNonNull(chooser, "chooser");
        this.rackAware = rackAware;
        boolean several = cluster.severalRacks();
        this.rule = new RackRule(rackAware && several, several && (rackAware || !singleRack));
        this.ahead = new LookAhead(cluster, partial, false);
    }

    /**
     * Places {@code count} more replicas of a block.
     *
     * @param wanted wanted counts of the block, including present replicas; further replicas follow the rule of
     *     {@link TierCounts#fit}
     * @param present present replicas of the block
     * @param count number of replicas to place
     * @param writer the writer's node, whose tier is irrelevant; empty if unknown
     * @return the placed replicas
     * @throws IllegalArgumentException if count is negative
     */
    public Outcome place(
            TierCounts wanted, List<ReplicaLocation> present, int count, Optional<ReplicaLocation> writer) {
        if (count < 0) {
            throw new IllegalArgumentException("invalid count " + count);
        }
        this.writer = writer.stream().toList();
        place(wanted, present, count, count);
        if (partial.left() > 0 && chooser instanceof RevocableChooser revocable) {
            Outcome fewer = outcome();
            if (fewer.worst() != Degradation.NONE) {
                takeBack(revocable);
                place(wanted, present, fewer.placed().size(), count);
            }
        }
        return outcome();
    }

    /**
     * Places {@code count} more replicas of a block by preferred counts if all new replicas can be on their tiers, otherwise by
     * the wanted counts.
     *
     * @param preferred preferred counts, as a landing policy has
     * @param wanted wanted counts, as in {@link #place(TierCounts, List, int, Optional)}
     * @param present present replicas of the block
     * @param count number of replicas to place
     * @param writer the writer's node, whose tier is irrelevant; empty if unknown
     * @return the placed replicas
     * @throws IllegalStateException if the chooser cannot release its choices
     */
    public Outcome place(
            TierCounts preferred,
            TierCounts wanted,
            List<ReplicaLocation> present,
            int count,
            Optional<ReplicaLocation> writer) {
        if (!(chooser instanceof RevocableChooser revocable)) {
            throw new IllegalStateException("preferred counts require a chooser that can release its choices");
        }
        Outcome first = place(preferred, present, count, writer);
        if (first.placed().size() == count && first.worst().compareTo(Degradation.TIER) < 0) {
            return first;
        }
        takeBack(revocable);
        return place(wanted, present, count, writer);
    }

    private void place(TierCounts wanted, List<ReplicaLocation> present, int count, int asked) {
        partial = new PartialPlacement(wanted, present, count, asked);
        ahead = new LookAhead(cluster, partial, rule.span());
        exhausted = new boolean[wanted.tiers() + 1];
        open = new int[wanted.tiers() + 1];
        boolean retried = !(chooser instanceof RevocableChooser);
        boolean found = true;
        while (partial.left() > 0 && found) {
            open();
            found = kept(true);
            if (!found && !retried) {
                retried = true;
                found = true;
                again((RevocableChooser) chooser);
            } else if (!found) {
                found = degraded();
            }
        }
    }

    private Outcome outcome() {
        Degradation[] degradations = new Degradation[partial.size() - partial.present()];
        for (int i = 0; i < degradations.length; i++) {
            degradations[i] = rule.degradation(partial, partial.present() + i);
        }
        return new Outcome(partial.placed(), Arrays.asList(degradations));
    }

    /** Determines the tiers that still need a replica, in the order for the next one; any comes last. */
    private void open() {
        opened = 0;
        for (int rank = 0; rank < partial.tiers(); rank++) {
            if (partial.need(rank) > 0) {
                open[opened++] = rank;
            }
        }
        if (partial.size() == 1) {
            for (int i = 0, j = opened - 1; i < j; i++, j--) {
                swap(i, j);
            }
        } else if (partial.size() > 1 && partial.missing() == partial.left()) {
            for (int i = opened - 1; i > 0; i--) {
                swap(i, random.nextInt(i + 1));
            }
        }
        if (partial.need(TierNames.UNKNOWN) > 0) {
            open[opened++] = TierNames.UNKNOWN;
        }
    }

    private void swap(int i, int j) {
        int kept = open[i];
        open[i] = open[j];
        open[j] = kept;
    }

    /** Tries the tiers that need the replica with all rack constraints, with or without sparing hosts for later replicas. */
    private boolean kept(boolean sparing) {
        if (rackAware && partial.size() == 0 && !writer.isEmpty()) {
            return near(writer.get(0), sparing) || onWanted(Degradation.NONE, sparing);
        }
        if (!rule.related() || partial.size() == 0 || partial.size() >= RackRule.RELATED) {
            return onWanted(Degradation.NONE, sparing);
        }
        String first = partial.location(0).rack();
        if (partial.size() == 1) {
            return second(first, sparing);
        }
        String second = partial.location(1).rack();
        if (first.equals(second)) {
            return related(Attempt.Relation.OTHER_RACK, first, sparing);
        }
        boolean flip = random.nextBoolean();
        return related(Attempt.Relation.SAME_RACK, flip ? first : second, sparing)
                || related(Attempt.Relation.SAME_RACK, flip ? second : first, sparing);
    }

    private boolean near(ReplicaLocation location, boolean sparing) {
        for (int i = 0; i < opened; i++) {
            if ((open[i] == TierNames.UNKNOWN || cluster.has(location.host(), open[i]))
                    && inRack(open[i], Attempt.Relation.NODE, location.host(), location.rack(), sparing)) {
                return true;
            }
        }
        return related(Attempt.Relation.SAME_RACK, location.rack(), sparing);
    }

    /** Tries racks other than the first, so that the third replica can be on the rack of one of the two. */
    private boolean second(String first, boolean sparing) {
        for (int i = 0; i < opened; i++) {
            Optional<String> third = partial.left() > 1 ? ahead.confined(open[i]) : Optional.empty();
            boolean confined = third.isPresent() && !third.get().equals(first);
            boolean found = confined
                    ? inRack(open[i], Attempt.Relation.SAME_RACK, third.get(), third.get(), sparing)
                    : inRack(open[i], Attempt.Relation.OTHER_RACK, first, "", sparing);
            if (found) {
                return true;
            }
        }
        return false;
    }

    private boolean related(Attempt.Relation relation, String rack, boolean sparing) {
        for (int i = 0; i < opened; i++) {
            if (inRack(open[i], relation, rack, relation == Attempt.Relation.SAME_RACK ? rack : "", sparing)) {
                return true;
            }
        }
        return false;
    }

    /** @param rack rack of the match; empty if there are several */
    private boolean inRack(int tier, Attempt.Relation relation, String place, String rack, boolean sparing) {
        if (exhausted[tier + 1]) {
            return false;
        }
        Optional<String> trap = rack.isEmpty() ? Optional.empty() : ahead.trap(tier);
        return !(trap.isPresent() && trap.get().equals(rack))
                && choose(tier, relation, place, sparing ? ahead.indispensable(tier) : Set.of(), Degradation.NONE);
    }

    /** Relaxes constraints in the order of {@link Degradation}. */
    private boolean degraded() {
        return (rule.related() && onWanted(Degradation.RACK_RELATION, true))
                || kept(false)
                || (rule.related() && onWanted(Degradation.RACK_RELATION, false))
                || onOther(Degradation.TIER)
                || anywhere(TierNames.UNKNOWN, Degradation.UNTIERED, false)
                || (rule.span()
                        && (onWanted(Degradation.SINGLE_RACK, false)
                                || onOther(Degradation.SINGLE_RACK)
                                || anywhere(TierNames.UNKNOWN, Degradation.SINGLE_RACK, false)));
    }

    private boolean onWanted(Degradation degradation, boolean sparing) {
        for (int i = 0; i < opened; i++) {
            if (anywhere(open[i], degradation, sparing)) {
                return true;
            }
        }
        return false;
    }

    /** Tries tiers that do not need the replica: the nearest slower than the wanted one, then the nearest faster. */
    private boolean onOther(Degradation degradation) {
        int from = opened == 0 || open[0] == TierNames.UNKNOWN ? partial.tiers() - 1 : open[0];
        for (int distance = 0; distance < partial.tiers(); distance++) {
            if (other(from + distance, degradation) || (distance > 0 && other(from - distance, degradation))) {
                return true;
            }
        }
        return false;
    }

    private boolean other(int tier, Degradation degradation) {
        return tier >= 0 && tier < partial.tiers() && anywhere(tier, degradation, false);
    }

    /** Tries any rack that leaves the block on two racks, unless that constraint is relaxed. */
    private boolean anywhere(int tier, Degradation degradation, boolean sparing) {
        if (exhausted[tier + 1]) {
            return false;
        }
        Optional<String> trap = degradation == Degradation.SINGLE_RACK ? Optional.empty() : ahead.trap(tier);
        Set<String> avoid = sparing ? ahead.indispensable(tier) : Set.of();
        if (trap.isPresent()) {
            return choose(tier, Attempt.Relation.OTHER_RACK, trap.get(), avoid, degradation);
        }
        boolean found = choose(tier, Attempt.Relation.ANYWHERE, "", avoid, degradation);
        exhausted[tier + 1] = !found && avoid.isEmpty();
        return found;
    }

    private boolean choose(
            int tier, Attempt.Relation relation, String place, Set<String> avoid, Degradation degradation) {
        Optional<ReplicaLocation> location = chooser.choose(new Attempt(tier, relation, place, avoid, degradation));
        location.ifPresent(partial::add);
        return location.isPresent();
    }

    /** Releases all replicas and places all at once, if possible; the caller continues with the rest. */
    private void again(RevocableChooser revocable) {
        takeBack(revocable);
        Optional<ReplicaLocation> near =
                rackAware && partial.size() == 0 ? writer.stream().findFirst() : Optional.empty();
        CandidateNodes candidates = new CandidateNodes(revocable, partial);
        RackRule free = new RackRule(false, false);
        if (new PlacementSolver(candidates, partial, free, Optional.empty())
                .find()
                .isEmpty()) {
            return;
        }
        near.ifPresent(location -> candidates.askHost(location.host()));
        candidates.askRacks(near.map(ReplicaLocation::rack));
        Optional<List<PlacementSolver.Place>> places = new PlacementSolver(candidates, partial, rule, near).find();
        if (places.isEmpty() && rule.related()) {
            places = new PlacementSolver(candidates, partial, new RackRule(false, rule.span()), near).find();
        }
        for (PlacementSolver.Place place : places.orElse(List.of())) {
            String host = place.location().host();
            if (!choose(place.tier(), Attempt.Relation.NODE, host, Set.of(), Degradation.NONE)) {
                takeBack(revocable);
                return;
            }
        }
    }

    private void takeBack(RevocableChooser revocable) {
        List<ReplicaLocation> placed = partial.placed();
        for (int i = placed.size() - 1; i >= 0; i--) {
            revocable.release(placed.get(i));
        }
        partial.reset();
        Arrays.fill(exhausted, false);
    }
}
