package org.underbase.tier.policy;

import java.util.ArrayList;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;
import java.util.Set;
import java.util.regex.Pattern;

/**
 * The tiers of a cluster, the fastest first; a tier's rank is its place in that order, 0 for the fastest. Immutable.
 */
public final class TierNames {
    /** The rank of a DataNode of which no tier is known. */
    public static final int UNKNOWN = -1;

    private static final Pattern NAME = Pattern.compile("[a-z][a-z0-9_-]{0,31}");
    private static final Set<String> RESERVED =
            Set.of(ReplicaVector.ANY, "random", "hybrid", "tier-aware", "network-aware", "none", "unknown");
    private static final int MAX = 16;

    private final List<String> names;
    private final Map<String, Integer> ranks;

    private TierNames(List<String> names) {
        this.names = List.copyOf(names);
        this.ranks = new LinkedHashMap<>();
        for (int i = 0; i < names.size(); i++) {
            ranks.put(names.get(i), i);
        }
    }

    /** A cluster without tiers. */
    public static TierNames none() {
        return new TierNames(List.of());
    }

    /**
     * The names in {@code text}, separated by commas, fastest first; empty text is a cluster without tiers.
     *
     * @throws IllegalArgumentException when a name is not one, comes twice, or there are more than 16
     */
    public static TierNames parse(String text) {
        List<String> names = new ArrayList<>();
        if (text.isBlank()) {
            return none();
        }
        for (String part : text.split(",", -1)) {
            names.add(part.strip());
        }
        return of(names);
    }

    /** @throws IllegalArgumentException as {@link #parse} does */
    public static TierNames of(List<String> names) {
        if (names.size() > MAX) {
            throw new IllegalArgumentException("there are " + names.size() + " tiers: no more than " + MAX + " can be");
        }
        List<String> seen = new ArrayList<>();
        for (String name : names) {
            check(name);
            if (seen.contains(name)) {
                throw new IllegalArgumentException("the tier '" + name + "' is named twice");
            }
            seen.add(name);
        }
        return new TierNames(seen);
    }

    /** @throws IllegalArgumentException when {@code name} cannot be the name of a tier */
    public static void check(String name) {
        if (!NAME.matcher(name).matches()) {
            throw new IllegalArgumentException(
                    "'" + name + "' is no name for a tier: 1 to 32 of a-z, 0-9, - and _, starting with a letter");
        }
        if (RESERVED.contains(name)) {
            throw new IllegalArgumentException("'" + name + "' has a meaning of its own and is no name for a tier");
        }
    }

    public int size() {
        return names.size();
    }

    public boolean isEmpty() {
        return names.isEmpty();
    }

    /** The names, fastest first. */
    public List<String> names() {
        return names;
    }

    /** @throws IndexOutOfBoundsException when no tier has this rank */
    public String name(int rank) {
        return names.get(rank);
    }

    /** The rank of a tier, {@link #UNKNOWN} when the cluster has none of this name. */
    public int rank(String name) {
        return ranks.getOrDefault(name, UNKNOWN);
    }

    /**
     * The rank of a tier that must exist.
     *
     * @throws IllegalArgumentException when the cluster has none of this name
     */
    public int requireRank(String name) {
        int rank = rank(name);
        if (rank == UNKNOWN) {
            throw new IllegalArgumentException("unknown tier '" + name + "': "
                    + (names.isEmpty() ? "the cluster has no tiers" : "expected " + String.join(", ", names)));
        }
        return rank;
    }

    @Override
    public boolean equals(Object other) {
        return other instanceof TierNames that && names.equals(that.names);
    }

    @Override
    public int hashCode() {
        return names.hashCode();
    }

    @Override
    public String toString() {
        return String.join(",", names);
    }
}
