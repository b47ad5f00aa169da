package org.underbase.tier.policy;

import java.util.Arrays;
import java.util.List;
import java.util.Objects;
import java.util.Optional;
import java.util.Set;
import java.util.random.RandomGenerator;

/**
 * Decides which tier and which rack relation each new replica of one block has (hatS, section III-C), and leaves the
 * choice of the node to its caller.
 *
 * <p>Rack-aware (hybrid, vectors): the first replica is on the writer's node, else in its rack; the second in another
 * rack; the third in a rack that one of the first two is in, or in another rack when these two share one. Not rack-aware
 * (tier-aware, random): anywhere. The tier of the first is the fastest that is wanted, of the second the slowest, of
 * further ones any that is still wanted, or the fastest while more are wanted than placed. Whatever the policy, a block
 * is on two racks when it has two replicas and the cluster two racks, unless {@code singleRack} is set for one that is
 * not rack-aware. What is given up when no node is left: {@link Degradation}. The writer's node and rack are given up
 * before any of these, and that counts as nothing given up.
 *
 * <p>Replicas are placed one by one, each with an eye on what {@link ClusterView} says that later ones need. Where that
 * leads into a corner and the chooser is a {@link RevocableChooser}, all are taken back and placed again from what the
 * chooser itself finds ({@link CandidateNodes}, {@link PlacementSolver}).
 *
 * <p>One planner places the replicas of one block once; not thread-safe.
 */
public final class PlacementPlanner {
    /** Finds a node. */
    @FunctionalInterface
    public interface Chooser {
        /** A node that matches, on a host that holds no replica of the block; empty when there is none. */
        Optional<ReplicaLocation> choose(Attempt attempt);
    }

    /** A chooser that can take its choices back, so that a planner in a corner can begin again. */
    public interface RevocableChooser extends Chooser {
        /** Takes back the latest choice that has not been taken back, {@code location}: its host can be chosen again. */
        void release(ReplicaLocation location);
    }

    /**
     * What came of it.
     *
     * @param placed the new replicas, in order; fewer than asked for when no node is left
     * @param degradations for each of them, what was given up; that all replicas are in one rack, for the last of them
     */
    public record Outcome(List<ReplicaLocation> placed, List<Degradation> degradations) {
        public Outcome {
            placed = List.copyOf(placed);
            degradations = List.copyOf(degradations);
        }

        /** The worst of all, {@link Degradation#NONE} for no replica. */
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
    private Optional<ReplicaLocation> writer = Optional.empty();
    /** By rank plus one, {@link TierNames#UNKNOWN} at 0: tiers with no node left. */
    private boolean[] exhausted = {};
    /** Tiers that want the next replica, in the order they are tried. */
    private int[] open = {};

    private int opened;

    /**
     * @param rackAware whether racks relate as in stock HDFS: see {@link PlacementPolicy#rackAware}
     * @param singleRack whether a policy that is not rack-aware may put all replicas in one rack
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
     * @param wanted what the block should have, the present replicas included; when that is fewer than there will be, the
     *     surplus is placed by the rule of {@link TierCounts#fit}
     * @param present replicas that the block has
     * @param count replicas to place
     * @param writer the writer's node; its tier does not matter
     * @throws IllegalArgumentException when count is negative
     */
    public Outcome place(
            TierCounts wanted, List<ReplicaLocation> present, int count, Optional<ReplicaLocation> writer) {
        if (count < 0) {
            throw new IllegalArgumentException("count is " + count);
        }
        this.writer = writer;
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

    /** The tiers that still want a replica, in the order this one should try them; any comes last. */
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

    /** On a tier that wants it, all racks as they should be; with or without sparing hosts for later replicas. */
    private boolean kept(boolean sparing) {
        if (rackAware && partial.size() == 0 && writer.isPresent()) {
            return near(writer.get(), sparing) || onWanted(Degradation.NONE, sparing);
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

    /** In another rack than the first, and where the third can be in the rack of one of the two. */
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

    /** @param rack the rack a match would be in, empty when it could be in several */
    private boolean inRack(int tier, Attempt.Relation relation, String place, String rack, boolean sparing) {
        if (exhausted[tier + 1]) {
            return false;
        }
        Optional<String> trap = rack.isEmpty() ? Optional.empty() : ahead.trap(tier);
        return !(trap.isPresent() && trap.get().equals(rack))
                && choose(tier, relation, place, sparing ? ahead.indispensable(tier) : Set.of(), Degradation.NONE);
    }

    /** What {@link Degradation} allows, in its order. */
    private boolean degraded() {
        return (rule.related() && onWanted(Degradation.RACK_RELATION, true))
                || kept(false)
                || (rule.related() && onWanted(Degradation.RACK_RELATION, false))
                || onOther(Degradation.TIER)
                || (rule.span() && (onWanted(Degradation.SINGLE_RACK, false) || onOther(Degradation.SINGLE_RACK)));
    }

    private boolean onWanted(Degradation degradation, boolean sparing) {
        for (int i = 0; i < opened; i++) {
            if (anywhere(open[i], degradation, sparing)) {
                return true;
            }
        }
        return false;
    }

    /** On a tier that does not want it: the nearest slower one of the one that should have it, then the nearest faster. */
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

    /** Anywhere that leaves the block a second rack, unless that is given up. */
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

    /** Takes all back and places all at once, if there is a way; the caller goes on with what is left. */
    private void again(RevocableChooser revocable) {
        takeBack(revocable);
        Optional<ReplicaLocation> near = rackAware && partial.size() == 0 ? writer : Optional.empty();
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
