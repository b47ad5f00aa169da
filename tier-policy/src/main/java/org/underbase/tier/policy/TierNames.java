package org.underbase.tier.policy;

import java.util.ArrayList;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;
import java.util.Set;
import java.util.regex.Pattern;

/** Tiers of a cluster, the fastest first. The rank of a tier is its position, 0 for the fastest. Immutable. */
public final class TierNames {
    /** Rank of a DataNode without a tier. */
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

    /** Returns the tiers of a cluster without tiers. */
    public static TierNames none() {
        return new TierNames(List.of());
    }

    /**
     * Parses names, separated by commas, the fastest first; an empty text is a cluster without tiers.
     *
     * @throws IllegalArgumentException if a name is invalid or occurs twice, or there are more than 16
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

    /**
     * Creates tiers from names.
     *
     * @throws IllegalArgumentException as in {@link #parse}
     */
    public static TierNames of(List<String> names) {
        if (names.size() > MAX) {
            throw new IllegalArgumentException(names.size() + " tiers: at most " + MAX + " are allowed");
        }
        List<String> seen = new ArrayList<>();
        for (String name : names) {
            check(name);
            if (seen.contains(name)) {
                throw new IllegalArgumentException("duplicate tier '" + name + "'");
            }
            seen.add(name);
        }
        return new TierNames(seen);
    }

    /**
     * Checks a name.
     *
     * @throws IllegalArgumentException if it is not a valid name of a tier
     */
    public static void check(String name) {
        if (!NAME.matcher(name).matches()) {
            throw new IllegalArgumentException("'" + name
                    + "' is not a name of a tier: expected 1 to 32 of a-z, 0-9, - and _, starting with a letter");
        }
        if (RESERVED.contains(name)) {
            throw new IllegalArgumentException("'" + name + "' is reserved and not a name of a tier");
        }
    }

    public int size() {
        return names.size();
    }

    public boolean isEmpty() {
        return names.isEmpty();
    }

    /** Returns the names, the fastest first. */
    public List<String> names() {
        return names;
    }

    /**
     * Returns the name of a tier.
     *
     * @throws IndexOutOfBoundsException if no tier has this rank
     */
    public String name(int rank) {
        return names.get(rank);
    }

    /** Returns the rank of a tier; {@link #UNKNOWN} if the tier does not exist. */
    public int rank(String name) {
        return ranks.getOrDefault(name, UNKNOWN);
    }

    /**
     * Returns the rank of a tier that must exist.
     *
     * @throws IllegalArgumentException if the tier does not exist
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
