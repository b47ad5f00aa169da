package org.underbase.tier.policy;

import java.util.ArrayList;
import java.util.HashSet;
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
 * further ones any that is still wanted. Whatever the policy, a block is on two racks when it has two replicas and the
 * cluster two racks, unless {@code singleRack} is set for one that is not rack-aware. What is given up when no node is
 * left: {@link Degradation}.
 *
 * <p>One planner places the replicas of one block once; not thread-safe.
 */
public final class PlacementPlanner {
    /** Finds a node. */
    @FunctionalInterface
    public interface Chooser {
        /** A node that matches, on a host that holds no replica of the block; empty when there is none. */
        Optional<Spot> choose(Attempt attempt);
    }

    /**
     * What came of it.
     *
     * @param placed the new replicas, in order; fewer than asked for when no node is left
     * @param degradations for each of them, what was given up
     */
    public record Outcome(List<Spot> placed, List<Degradation> degradations) {
        public Outcome {
            placed = List.copyOf(placed);
            degradations = List.copyOf(degradations);
        }

        /** The worst of all, {@link Degradation#NONE} for no replica. */
        public Degradation worst() {
            return degradations.stream().max(Degradation::compareTo).orElse(Degradation.NONE);
        }
    }

    private final ClusterView cluster;
    private final boolean rackAware;
    private final boolean singleRack;
    private final RandomGenerator random;
    private final Chooser chooser;

    private final List<Spot> all = new ArrayList<>();
    private final Set<String> hosts = new HashSet<>();
    private TierCounts need = TierCounts.none(0);
    private int left;
    private int tiers;

    /**
     * @param rackAware whether racks relate as in stock HDFS: see {@link PlacementPolicy#rackAware}
     * @param singleRack whether a policy that is not rack-aware may put all replicas in one rack
     */
    public PlacementPlanner(
            ClusterView cluster, boolean rackAware, boolean singleRack, RandomGenerator random, Chooser chooser) {
        this.cluster = Objects.requireNonNull(cluster, "cluster");
        this.rackAware = rackAware;
        this.singleRack = singleRack && !rackAware;
        this.random = Objects.requireNonNull(random, "random");
        this.chooser = Objects.requireNonNull(chooser, "chooser");
    }

    /**
     * Places {@code count} more replicas of a block.
     *
     * @param wanted what the block should have, the present replicas included
     * @param present replicas that the block has
     * @param count replicas to place, at least 0
     * @param writer the writer's node; its tier does not matter
     * @throws IllegalArgumentException when count is negative
     */
    public Outcome place(TierCounts wanted, List<Spot> present, int count, Optional<Spot> writer) {
        if (count < 0) {
            throw new IllegalArgumentException("count is " + count);
        }
        tiers = wanted.tiers();
        need = wanted;
        for (Spot spot : present) {
            add(spot);
        }
        List<Spot> placed = new ArrayList<>(count);
        List<Degradation> degradations = new ArrayList<>(count);
        for (left = count; left > 0; left--) {
            Optional<Placed> next = next(writer);
            if (next.isEmpty()) {
                break;
            }
            add(next.get().spot());
            placed.add(next.get().spot());
            degradations.add(next.get().degradation());
        }
        return new Outcome(placed, degradations);
    }

    private record Placed(Spot spot, Degradation degradation) {}

    private void add(Spot spot) {
        all.add(spot);
        hosts.add(spot.host());
        if (spot.tier() != TierNames.UNKNOWN && need.of(spot.tier()) > 0) {
            need = need.plus(spot.tier(), -1);
        } else if (need.any() > 0) {
            need = need.plus(TierNames.UNKNOWN, -1);
        }
    }

    private Optional<Placed> next(Optional<Spot> writer) {
        int[] open = open();
        Optional<Placed> found = onWanted(open, writer, true);
        if (found.isEmpty()) {
            found = onWanted(open, writer, false);
        }
        if (found.isEmpty()) {
            found = onOther(open, Degradation.TIER);
        }
        if (found.isEmpty() && cluster.severalRacks()) {
            found = anywhere(open, Degradation.SINGLE_RACK);
            if (found.isEmpty()) {
                found = onOther(open, Degradation.SINGLE_RACK);
            }
        }
        return found;
    }

    /** The tiers that still want a replica, in the order this one should try them; any comes last. */
    private int[] open() {
        int[] open = new int[tiers + 1];
        int count = 0;
        for (int rank = 0; rank < tiers; rank++) {
            if (need.of(rank) > 0) {
                open[count++] = rank;
            }
        }
        if (all.size() == 1) {
            for (int i = 0, j = count - 1; i < j; i++, j--) {
                swap(open, i, j);
            }
        } else if (all.size() > 1) {
            for (int i = count - 1; i > 0; i--) {
                swap(open, i, random.nextInt(i + 1));
            }
        }
        if (need.any() > 0) {
            open[count++] = TierNames.UNKNOWN;
        }
        return java.util.Arrays.copyOf(open, count);
    }

    private static void swap(int[] numbers, int i, int j) {
        int kept = numbers[i];
        numbers[i] = numbers[j];
        numbers[j] = kept;
    }

    /** On a tier that wants it, the block's racks kept; with or without sparing hosts for later replicas. */
    private Optional<Placed> onWanted(int[] open, Optional<Spot> writer, boolean sparing) {
        Optional<Placed> found = Optional.empty();
        if (rackAware && all.isEmpty() && writer.isPresent()) {
            String host = writer.get().host();
            for (int i = 0; i < open.length && found.isEmpty(); i++) {
                if (open[i] == TierNames.UNKNOWN || cluster.has(host, open[i])) {
                    found = attempt(
                            open[i], Attempt.Relation.NODE, host, writer.get().rack(), sparing, Degradation.NONE);
                }
            }
            for (int i = 0; i < open.length && found.isEmpty(); i++) {
                String rack = writer.get().rack();
                found = attempt(open[i], Attempt.Relation.SAME_RACK, rack, rack, sparing, Degradation.NONE);
            }
            return found.isPresent() ? found : anyRack(open, sparing, Degradation.NONE);
        }
        if (!rackAware || all.isEmpty() || all.size() > 2) {
            return anyRack(open, sparing, Degradation.NONE);
        }
        String first = all.get(0).rack();
        String second = all.get(all.size() - 1).rack();
        if (first.equals(second)) {
            found = onRack(open, Attempt.Relation.OTHER_RACK, first, sparing);
        } else {
            boolean flip = random.nextBoolean();
            found = onRack(open, Attempt.Relation.SAME_RACK, flip ? first : second, sparing);
            if (found.isEmpty()) {
                found = onRack(open, Attempt.Relation.SAME_RACK, flip ? second : first, sparing);
            }
        }
        boolean related = cluster.severalRacks();
        return found.isPresent()
                ? found
                : anyRack(open, sparing, related ? Degradation.RACK_RELATION : Degradation.NONE);
    }

    private Optional<Placed> onRack(int[] open, Attempt.Relation relation, String rack, boolean sparing) {
        Optional<Placed> found = Optional.empty();
        for (int i = 0; i < open.length && found.isEmpty(); i++) {
            found = attempt(
                    open[i],
                    relation,
                    rack,
                    relation == Attempt.Relation.SAME_RACK ? rack : "",
                    sparing,
                    Degradation.NONE);
        }
        return found;
    }

    /** Anywhere that leaves the block a second rack. */
    private Optional<Placed> anyRack(int[] open, boolean sparing, Degradation degradation) {
        Optional<Placed> found = Optional.empty();
        for (int i = 0; i < open.length && found.isEmpty(); i++) {
            found = attempt(open[i], Attempt.Relation.ANYWHERE, "", "", sparing, degradation);
        }
        return found;
    }

    /**
     * One attempt, unless it could leave the block in one rack.
     *
     * @param rack the rack a match would be in when the relation says so, else empty
     */
    private Optional<Placed> attempt(
            int tier, Attempt.Relation relation, String place, String rack, boolean sparing, Degradation degradation) {
        Optional<String> trap = trap(tier);
        Attempt.Relation kept = relation;
        String from = place;
        if (trap.isPresent()) {
            if (relation == Attempt.Relation.ANYWHERE) {
                kept = Attempt.Relation.OTHER_RACK;
                from = trap.get();
            } else if (trap.get().equals(rack)) {
                return Optional.empty();
            }
        }
        Set<String> avoid = sparing ? indispensable(tier) : Set.of();
        return choose(new Attempt(tier, kept, from, avoid, degradation));
    }

    private Optional<Placed> choose(Attempt attempt) {
        return chooser.choose(attempt).map(spot -> new Placed(spot, attempt.degradation()));
    }

    /**
     * The rack this replica must not be in, lest all replicas end up in it: the rack of all present ones when this is the
     * last or all later ones can only be there too.
     */
    private Optional<String> trap(int tier) {
        if (singleRack || !cluster.severalRacks() || all.size() + left < 2) {
            return Optional.empty();
        }
        Optional<String> common =
                all.isEmpty() ? Optional.empty() : Optional.of(all.get(0).rack());
        if (common.isPresent() && !all.stream().allMatch(spot -> spot.rack().equals(common.get()))) {
            return Optional.empty();
        }
        if (left == 1) {
            return common;
        }
        Optional<String> later = confined(tier);
        return common.isEmpty() || later.equals(common) ? later : Optional.empty();
    }

    /** The one rack that all tiers that want a replica after this one are confined to. */
    private Optional<String> confined(int tier) {
        if (need.any() - (tier == TierNames.UNKNOWN ? 1 : 0) > 0) {
            return Optional.empty();
        }
        Optional<String> rack = Optional.empty();
        for (int other = 0; other < tiers; other++) {
            if (need.of(other) - (other == tier ? 1 : 0) > 0) {
                Optional<String> sole = cluster.soleRack(other);
                if (sole.isEmpty() || (rack.isPresent() && !rack.equals(sole))) {
                    return Optional.empty();
                }
                rack = sole;
            }
        }
        return rack;
    }

    private Set<String> indispensable(int tier) {
        List<Set<String>> slots = new ArrayList<>();
        int limit = all.size() + left;
        for (int other = 0; other < tiers; other++) {
            int wanted = need.of(other) - (other == tier ? 1 : 0);
            Optional<Set<String>> few = wanted > 0 ? cluster.hosts(other, limit) : Optional.empty();
            if (few.isPresent()) {
                Set<String> free = new HashSet<>(few.get());
                free.removeAll(hosts);
                for (int i = 0; i < Math.min(wanted, left - 1); i++) {
                    slots.add(free);
                }
            }
        }
        return slots.isEmpty() ? Set.of() : HostMatching.indispensable(slots);
    }

    /** On a tier that does not want it: the nearest slower one of the one that should have it, then the nearest faster. */
    private Optional<Placed> onOther(int[] open, Degradation degradation) {
        int from = open.length == 0 || open[0] == TierNames.UNKNOWN ? tiers - 1 : open[0];
        Optional<Placed> found = Optional.empty();
        for (int distance = 0; distance < tiers && found.isEmpty(); distance++) {
            found = other(from + distance, degradation);
            if (found.isEmpty() && distance > 0) {
                found = other(from - distance, degradation);
            }
        }
        return found;
    }

    private Optional<Placed> other(int tier, Degradation degradation) {
        if (tier < 0 || tier >= tiers) {
            return Optional.empty();
        }
        if (degradation == Degradation.SINGLE_RACK) {
            return choose(new Attempt(tier, Attempt.Relation.ANYWHERE, "", Set.of(), degradation));
        }
        return attempt(tier, Attempt.Relation.ANYWHERE, "", "", false, degradation);
    }

    private Optional<Placed> anywhere(int[] open, Degradation degradation) {
        Optional<Placed> found = Optional.empty();
        for (int i = 0; i < open.length && found.isEmpty(); i++) {
            found = choose(new Attempt(open[i], Attempt.Relation.ANYWHERE, "", Set.of(), degradation));
        }
        return found;
    }
}
