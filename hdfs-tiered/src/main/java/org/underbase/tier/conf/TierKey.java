package org.underbase.tier.conf;

import java.util.Objects;
import org.apache.hadoop.conf.Configuration;

/**
 * One configuration key of the tiers.
 *
 * @param name the key; one that holds {@code <tier>} exists once for each tier
 * @param where which daemons or programs read it
 * @param type the kind of value: boolean, number, size, duration, fraction, path, list, text
 * @param defaultValue the value where none is set, as text; empty for none
 * @param doc what it does
 */
public record TierKey(String name, String where, String type, String defaultValue, String doc) {
    static final String TIER = "<tier>";

    public TierKey {
        Objects.requireNonNull(name, "name");
        Objects.requireNonNull(where, "where");
        Objects.requireNonNull(type, "type");
        Objects.requireNonNull(defaultValue, "defaultValue");
        Objects.requireNonNull(doc, "doc");
    }

    /**
     * The key of one tier.
     *
     * @throws IllegalStateException when this key is not one per tier
     */
    public String of(String tier) {
        if (!isPerTier()) {
            throw new IllegalStateException(name + " is not a key per tier");
        }
        return name.replace(TIER, tier);
    }

    /** Whether the key exists once for each tier. */
    public boolean isPerTier() {
        return name.contains(TIER);
    }

    /** The text that is set, without blanks around it, or the default. */
    public String text(Configuration conf) {
        return conf.getTrimmed(name, defaultValue);
    }

    /** @throws IllegalArgumentException when what is set is neither true nor false */
    public boolean flag(Configuration conf) {
        String text = text(conf);
        if (text.equalsIgnoreCase("true") || text.equalsIgnoreCase("false")) {
            return Boolean.parseBoolean(text);
        }
        throw wrong(text, "true or false");
    }

    /** @throws IllegalArgumentException when what is set is no whole number from {@code min} to {@code max} */
    public long number(Configuration conf, long min, long max) {
        String text = text(conf);
        try {
            long value = Long.parseLong(text);
            if (value >= min && value <= max) {
                return value;
            }
        } catch (NumberFormatException e) {
            throw wrong(text, "a whole number from " + min + " to " + max);
        }
        throw wrong(text, "a whole number from " + min + " to " + max);
    }

    /** @throws IllegalArgumentException when what is set is no number from {@code min} to {@code max} */
    public double decimal(Configuration conf, double min, double max) {
        return decimal(text(conf), min, max);
    }

    private double decimal(String text, double min, double max) {
        try {
            double value = Double.parseDouble(text);
            if (value >= min && value <= max) {
                return value;
            }
        } catch (NumberFormatException e) {
            throw wrong(text, "a number from " + min + " to " + max);
        }
        throw wrong(text, "a number from " + min + " to " + max);
    }

    /**
     * Bytes, as Hadoop writes sizes: {@code 512k}, {@code 64m}, {@code 2g}.
     *
     * @throws IllegalArgumentException when what is set is no size, or is negative
     */
    public long bytes(Configuration conf) {
        try {
            long value = conf.getLongBytes(
                    name,
                    org.apache.hadoop.util.StringUtils.TraditionalBinaryPrefix.string2long(
                            defaultValue.isEmpty() ? "0" : defaultValue));
            if (value >= 0) {
                return value;
            }
        } catch (IllegalArgumentException e) {
            throw wrong(text(conf), "a size such as 64m");
        }
        throw wrong(text(conf), "a size such as 64m");
    }

    /**
     * Milliseconds, as Hadoop writes durations: {@code 500ms}, {@code 30s}, {@code 10m}, {@code 1h}.
     *
     * @throws IllegalArgumentException when what is set is no duration, or is negative
     */
    public long millis(Configuration conf) {
        try {
            long value = conf.getTimeDurationHelper(name, text(conf), java.util.concurrent.TimeUnit.MILLISECONDS);
            if (value >= 0) {
                return value;
            }
        } catch (IllegalArgumentException e) {
            throw wrong(text(conf), "a duration such as 30s");
        }
        throw wrong(text(conf), "a duration such as 30s");
    }

    /** The same key for one tier, as a key of its own. */
    public TierKey forTier(String tier) {
        return new TierKey(of(tier), where, type, defaultValue, doc);
    }

    /** What to throw when the value is not what it should be. */
    public IllegalArgumentException wrong(String text, String wanted) {
        return new IllegalArgumentException(name + " is '" + text + "': it should be " + wanted);
    }
}
