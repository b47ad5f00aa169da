package org.underbase.tier.policy;

import java.util.Collections;
import java.util.LinkedHashMap;
import java.util.Map;
import java.util.OptionalLong;
import java.util.StringJoiner;

/**
 * Quota of a directory: the maximum number of bytes of all replicas below it on some tiers, written {@code fast=1048576,disk=0}.
 * Immutable.
 *
 * @param limits bytes by the name of the tier; tiers without an entry are unlimited
 */
public record TierQuota(Map<String, Long> limits) {
    /** Limit, by rank, of a tier without one. */
    public static final long UNLIMITED = Long.MAX_VALUE;

    /**
     * Creates a quota.
     *
     * @throws IllegalArgumentException if a name is invalid or a limit negative
     */
    public TierQuota {
        limits = Collections.unmodifiableMap(new LinkedHashMap<>(limits));
        limits.forEach((tier, bytes) -> {
            TierNames.check(tier);
            if (bytes < 0) {
                throw new IllegalArgumentException("invalid quota " + bytes + " of the tier '" + tier + "'");
            }
        });
    }

    /** Returns a quota without limits. */
    public static TierQuota none() {
        return new TierQuota(Map.of());
    }

    /**
     * Parses the text of {@link #toString}.
     *
     * @throws IllegalArgumentException if the text is malformed
     */
    public static TierQuota parse(String text) {
        Map<String, Long> limits = new LinkedHashMap<>();
        for (String part : text.isEmpty() ? new String[0] : text.split(",", -1)) {
            String[] sides = part.split("=", -1);
            if (sides.length != 2 || !sides[1].matches("[0-9]{1,19}") || limits.containsKey(sides[0])) {
                throw new IllegalArgumentException("'" + text + "' is not a quota such as fast=1048576");
            }
            limits.put(sides[0], Long.parseLong(sides[1]));
        }
        return new TierQuota(limits);
    }

    /** Returns a quota with another limit of a tier, or without one if empty. */
    public TierQuota with(String tier, OptionalLong bytes) {
        Map<String, Long> changed = new LinkedHashMap<>(limits);
        changed.remove(tier);
        bytes.ifPresent(limit -> changed.put(tier, limit));
        return new TierQuota(changed);
    }

    public boolean isEmpty() {
        return limits.isEmpty();
    }

    /** Returns the limits by rank; {@link #UNLIMITED} without one. Limits of unknown tiers have no effect. */
    public long[] on(TierNames tiers) {
        long[] result = new long[tiers.size()];
        for (int rank = 0; rank < result.length; rank++) {
            result[rank] = limits.getOrDefault(tiers.name(rank), UNLIMITED);
        }
        return result;
    }

    @Override
    public String toString() {
        StringJoiner text = new StringJoiner(",");
        limits.forEach((tier, bytes) -> text.add(tier + "=" + bytes));
        return text.toString();
    }
}
