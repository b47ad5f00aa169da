package org.underbase.tier.policy;

import java.util.Collections;
import java.util.LinkedHashMap;
import java.util.Map;
import java.util.StringJoiner;
import java.util.regex.Pattern;

/**
 * How many replicas a file has on each tier, written {@code fast=1,disk=2}. Replicas that may be on any DataNode, with or
 * without a tier, are counted as {@code any}; the idea that a bare number stays what it is in stock HDFS is OctopusFS's
 * (SIGMOD '17). Immutable; tiers with no replica are not in it.
 */
public final class ReplicaVector {
    /** The word for replicas that belong to no tier in particular. */
    public static final String ANY = "any";

    /** HDFS's own limit on a file's replication is a short; nobody wants more than this many. */
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

    /** {@code replicas} of them anywhere. */
    public static ReplicaVector anywhere(int replicas) {
        return new ReplicaVector(Map.of(), requireCount(ANY, replicas));
    }

    /**
     * The vector in {@code text}, as {@code fast=1,disk=2,any=1}. A tier with 0 is as one that is not named.
     *
     * @throws IllegalArgumentException when it is none, a tier comes twice, or it holds no replica or more than 512
     */
    public static ReplicaVector parse(String text) {
        Map<String, Integer> counts = new LinkedHashMap<>();
        for (String part : text.strip().split(",", -1)) {
            String[] sides = part.split("=", -1);
            if (sides.length != 2) {
                throw new IllegalArgumentException(
                        "'" + text + "' is no replica vector: it should be as fast=1,disk=2");
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
            throw new IllegalArgumentException("'" + text + "' is no replica vector: '" + number + "' is no number");
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

    /** @throws IllegalArgumentException when there is no replica in it or more than 512 */
    public static ReplicaVector of(Map<String, Integer> counts, int any) {
        Map<String, Integer> kept = new LinkedHashMap<>();
        counts.forEach((tier, count) -> {
            if (requireCount(tier, count) > 0) {
                kept.put(tier, count);
            }
        });
        ReplicaVector vector = new ReplicaVector(kept, requireCount(ANY, any));
        if (vector.sum < 1 || vector.sum > MAX) {
            throw new IllegalArgumentException("'" + vector + "' is no replica vector: it has " + vector.sum
                    + " replicas, which should be 1 to " + MAX);
        }
        return vector;
    }

    /** How many replicas it is on {@code tier}. */
    public int count(String tier) {
        return tier.equals(ANY) ? any : counts.getOrDefault(tier, 0);
    }

    /** How many may be anywhere. */
    public int any() {
        return any;
    }

    /** The tiers with at least one replica, and how many, in the order they were written. */
    public Map<String, Integer> counts() {
        return counts;
    }

    /** All replicas together. */
    public int sum() {
        return sum;
    }

    /** As this, with {@code more} (or fewer, when negative) replicas on {@code tier}. */
    public ReplicaVector plus(String tier, int more) {
        if (tier.equals(ANY)) {
            return of(counts, any + more);
        }
        Map<String, Integer> changed = new LinkedHashMap<>(counts);
        changed.merge(tier, more, Integer::sum);
        return of(changed, any);
    }

    /** Its counts by rank. @throws IllegalArgumentException when it names a tier the cluster does not have */
    public TierCounts on(TierNames tiers) {
        TierCounts result = TierCounts.none(tiers.size()).withAny(any);
        for (Map.Entry<String, Integer> entry : counts.entrySet()) {
            result = result.plus(tiers.requireRank(entry.getKey()), entry.getValue());
        }
        return result;
    }

    /** The vector of counts by rank. */
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

    /** As {@link #parse} reads it; {@code none} for no replica at all, which only a present state can be. */
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
