package org.underbase.tier.policy;

import java.util.Collections;
import java.util.LinkedHashMap;
import java.util.Map;
import java.util.StringJoiner;
import java.util.regex.Pattern;

/**
 * Number of replicas of a file on each tier, written {@code fast=1,disk=2}. {@code any} counts replicas that may be on any
 * DataNode, with or without a tier; from OctopusFS (SIGMOD '17) is the idea that a plain number keeps its meaning in HDFS.
 * Immutable; it contains no tiers without replicas.
 */
public final class ReplicaVector {
    /** Name of the count of replicas that may be on any DataNode. */
    public static final String ANY = "any";

    /** Maximum number of replicas; HDFS stores the replication as a short. */
    public static final int MAX = 512;

    private static final Pattern NUMBER = Pattern.compile("-?[0-9]+");

    private final Map<String, Integer> counts;
    private final int any;
    private final int sum;

    private ReplicaVector(Map<String, Integer> counts, int any) {
        this.counts = Collections.unmodifiableMap(counts);
        this.any = any;
        int total = any;
        for (int count : counts.values()) {
            total += count;
        }
        this.sum = total;
    }

    /** Returns a vector of replicas that may be on any DataNode. */
    public static ReplicaVector anywhere(int replicas) {
        return new ReplicaVector(Map.of(), requireCount(ANY, replicas));
    }

    /**
     * Parses a vector such as {@code fast=1,disk=2,any=1}; tiers with 0 replicas are ignored.
     *
     * @throws IllegalArgumentException if the text is malformed, a tier occurs twice, or the sum is 0 or above 512
     */
    public static ReplicaVector parse(String text) {
        Map<String, Integer> counts = new LinkedHashMap<>();
        for (String part : text.strip().split(",", -1)) {
            String[] sides = part.split("=", -1);
            if (sides.length != 2) {
                throw new IllegalArgumentException("'" + text + "' is not a replica vector such as fast=1,disk=2");
            }
            String tier = sides[0].strip();
            if (!tier.equals(ANY)) {
                TierNames.check(tier);
            }
            int count = count(text, sides[1].strip());
            if (counts.put(tier, count) != null) {
                throw new IllegalArgumentException("'" + text + "' names the tier '" + tier + "' twice");
            }
        }
        int any = counts.containsKey(ANY) ? counts.remove(ANY) : 0;
        return of(counts, any);
    }

    private static int count(String text, String number) {
        if (!NUMBER.matcher(number).matches()) {
            throw new IllegalArgumentException(
                    "'" + text + "' is not a replica vector: '" + number + "' is not a number");
        }
        try {
            return requireCount(text, Integer.parseInt(number));
        } catch (NumberFormatException e) {
            throw outside(text, number);
        }
    }

    private static int requireCount(String what, int count) {
        if (count < 0 || count > MAX) {
            throw outside(what, String.valueOf(count));
        }
        return count;
    }

    private static IllegalArgumentException outside(String what, String number) {
        return new IllegalArgumentException(
                "'" + what + "': the number of replicas is " + number + ", it should be from 1 to " + MAX);
    }

    /**
     * Creates a vector.
     *
     * @throws IllegalArgumentException if the sum is 0 or above 512
     */
    public static ReplicaVector of(Map<String, Integer> counts, int any) {
        Map<String, Integer> kept = new LinkedHashMap<>();
        counts.forEach((tier, count) -> {
            if (requireCount(tier, count) > 0) {
                kept.put(tier, count);
            }
        });
        ReplicaVector vector = new ReplicaVector(kept, requireCount(ANY, any));
        if (vector.sum < 1 || vector.sum > MAX) {
            throw new IllegalArgumentException("'" + vector + "' is not a valid replica vector: it has " + vector.sum
                    + " replicas, which should be 1 to " + MAX);
        }
        return vector;
    }

    /** Returns the number of replicas on a tier. */
    public int count(String tier) {
        return tier.equals(ANY) ? any : counts.getOrDefault(tier, 0);
    }

    /** Returns the number of replicas that may be on any DataNode. */
    public int any() {
        return any;
    }

    /** Returns the counts of the tiers with replicas, in the original order. */
    public Map<String, Integer> counts() {
        return counts;
    }

    /** Returns the number of all replicas. */
    public int sum() {
        return sum;
    }

    /** Returns a vector with {@code more} replicas on a tier, or fewer if negative. */
    public ReplicaVector plus(String tier, int more) {
        if (tier.equals(ANY)) {
            return of(counts, any + more);
        }
        Map<String, Integer> changed = new LinkedHashMap<>(counts);
        changed.merge(tier, more, Integer::sum);
        return of(changed, any);
    }

    /**
     * Converts the vector to counts by rank.
     *
     * @throws IllegalArgumentException if it contains an unknown tier
     */
    public TierCounts on(TierNames tiers) {
        TierCounts result = TierCounts.none(tiers.size()).withAny(any);
        for (Map.Entry<String, Integer> entry : counts.entrySet()) {
            result = result.plus(tiers.requireRank(entry.getKey()), entry.getValue());
        }
        return result;
    }

    /** Creates a vector from counts by rank. */
    public static ReplicaVector of(TierCounts counts, TierNames tiers) {
        Map<String, Integer> named = new LinkedHashMap<>();
        for (int rank = 0; rank < counts.tiers(); rank++) {
            if (counts.of(rank) > 0) {
                named.put(tiers.name(rank), counts.of(rank));
            }
        }
        return new ReplicaVector(named, counts.any());
    }

    @Override
    public boolean equals(Object other) {
        return other instanceof ReplicaVector that && any == that.any && counts.equals(that.counts);
    }

    @Override
    public int hashCode() {
        return 31 * counts.hashCode() + any;
    }

    /** Formats the vector for {@link #parse}; {@code none} without replicas, which only a present vector can be. */
    @Override
    public String toString() {
        StringJoiner text = new StringJoiner(",").setEmptyValue("none");
        counts.forEach((tier, count) -> text.add(tier + "=" + count));
        if (any > 0) {
            text.add(ANY + "=" + any);
        }
        return text.toString();
    }
}
