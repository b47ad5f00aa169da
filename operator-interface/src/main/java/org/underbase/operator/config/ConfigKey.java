package org.underbase.operator.config;

import java.util.Collection;
import java.util.List;
import java.util.Locale;
import java.util.Objects;
import java.util.concurrent.TimeUnit;
import org.apache.hadoop.conf.Configuration;
import org.apache.hadoop.util.StringUtils;
import org.apache.hadoop.util.StringUtils.TraditionalBinaryPrefix;

/**
 * A configuration key with its documentation and typed reads. Immutable and thread-safe.
 *
 * <p>A name may contain one placeholder in angle brackets, such as {@code dfs.tier.<tier>.weight}; {@link #forName} fills
 * it in.
 *
 * @param name name of the key
 * @param type kind of value, for the reference: boolean, number, size, duration, fraction, path, list, text, or the choices
 * @param defaultValue default as text; empty for none
 * @param readBy daemons or programs that read the key, for the reference; empty if the guide's section is enough
 * @param live whether a running process accepts a new value
 * @param doc effect, unit and range of the value
 */
public record ConfigKey(String name, String type, String defaultValue, String readBy, boolean live, String doc) {
    /** Checks that nothing is null. */
    public ConfigKey {
        Objects.requireNonNull(name, "name");
        Objects.requireNonNull(type, "type");
        Objects.requireNonNull(defaultValue, "defaultValue");
        Objects.requireNonNull(readBy, "readBy");
        Objects.requireNonNull(doc, "doc");
    }

    /**
     * Declares a key that is read once, at start.
     *
     * @param name name of the key
     * @param type kind of value
     * @param defaultValue default as text; empty for none
     * @param doc effect, unit and range of the value
     * @return the key
     */
    public static ConfigKey of(String name, String type, String defaultValue, String doc) {
        return new ConfigKey(name, type, defaultValue, "", false, doc);
    }

    /**
     * Copies this key with its readers.
     *
     * @param readers daemons or programs that read the key
     * @return the copy
     */
    public ConfigKey readBy(String readers) {
        return new ConfigKey(name, type, defaultValue, readers, live, doc);
    }

    /** Copies this key as one that a running process accepts. */
    public ConfigKey asLive() {
        return new ConfigKey(name, type, defaultValue, readBy, true, doc);
    }

    /** Whether the name contains a placeholder. */
    public boolean hasPlaceholder() {
        return name.indexOf('<') >= 0;
    }

    /**
     * Copies this key with its placeholder replaced.
     *
     * @param value replacement, such as the name of a tier
     * @return the copy
     * @throws IllegalStateException if the name contains no placeholder
     */
    public ConfigKey forName(String value) {
        if (!hasPlaceholder()) {
            throw new IllegalStateException(name + " contains no placeholder");
        }
        String filled = name.substring(0, name.indexOf('<')) + value + name.substring(name.indexOf('>') + 1);
        return new ConfigKey(filled, type, defaultValue, readBy, live, doc);
    }

    /**
     * Reads the value as text.
     *
     * @param conf configuration to read
     * @return trimmed value or the default
     */
    public String text(Configuration conf) {
        return conf.getTrimmed(name, defaultValue);
    }

    /**
     * Reads a boolean.
     *
     * @param conf configuration to read
     * @return the value
     * @throws InvalidSettingException if the value is neither true nor false
     */
    public boolean flag(Configuration conf) {
        return choice(conf, List.of("true", "false")).equals("true");
    }

    /**
     * Reads one of several words, ignoring case.
     *
     * @param conf configuration to read
     * @param choices valid words, in lower case
     * @return the word, in lower case
     * @throws InvalidSettingException if the value is another word
     */
    public String choice(Configuration conf, List<String> choices) {
        String value = text(conf).toLowerCase(Locale.ROOT);
        if (!choices.contains(value)) {
            throw invalid(text(conf), String.join(" or ", choices));
        }
        return value;
    }

    /**
     * Reads an integer.
     *
     * @param conf configuration to read
     * @param min smallest valid value
     * @param max largest valid value
     * @return the value
     * @throws InvalidSettingException if the value is not an integer in that range
     */
    public long number(Configuration conf, long min, long max) {
        try {
            long value = Long.parseLong(text(conf));
            if (min <= value && value <= max) {
                return value;
            }
        } catch (NumberFormatException e) {
            throw invalid(text(conf), "an integer from " + min + " to " + max, e);
        }
        throw invalid(text(conf), "an integer from " + min + " to " + max);
    }

    /**
     * Reads a decimal number.
     *
     * @param conf configuration to read
     * @param min smallest valid value
     * @param max largest valid value
     * @return the value
     * @throws InvalidSettingException if the value is not a number in that range
     */
    public double decimal(Configuration conf, double min, double max) {
        try {
            double value = Double.parseDouble(text(conf));
            if (min <= value && value <= max) {
                return value;
            }
        } catch (NumberFormatException e) {
            throw invalid(text(conf), "a number from " + min + " to " + max, e);
        }
        throw invalid(text(conf), "a number from " + min + " to " + max);
    }

    /**
     * Reads a size in Hadoop's notation: {@code 512k}, {@code 64m}, {@code 2g}. Empty is 0 if the default is empty,
     * otherwise invalid.
     *
     * @param conf configuration to read
     * @return bytes, at least 0
     * @throws InvalidSettingException if the value is not a size
     */
    public long bytes(Configuration conf) {
        return bytes(conf, 0, Long.MAX_VALUE);
    }

    /**
     * Reads a size in Hadoop's notation: {@code 512k}, {@code 64m}, {@code 2g}. Empty is 0 if the default is empty,
     * otherwise invalid.
     *
     * @param conf configuration to read
     * @param min smallest valid value, in bytes
     * @param max largest valid value, in bytes
     * @return bytes
     * @throws InvalidSettingException if the value is not a size in that range
     */
    public long bytes(Configuration conf, long min, long max) {
        String from = min == 0 ? "" : " of at least " + shortSize(min);
        String range = max == Long.MAX_VALUE ? from : " from " + shortSize(min) + " to " + shortSize(max);
        String valid = "a size" + range + ", such as 64m";
        String value = text(conf);
        if (value.isEmpty() && !defaultValue.isEmpty()) {
            throw invalid(value, valid);
        }
        try {
            long bytes = value.isEmpty() ? 0 : TraditionalBinaryPrefix.string2long(value);
            if (min <= bytes && bytes <= max) {
                return bytes;
            }
        } catch (IllegalArgumentException e) {
            throw invalid(value, valid, e);
        }
        throw invalid(value, valid);
    }

    private static String shortSize(long bytes) {
        return TraditionalBinaryPrefix.long2String(bytes, "", 0)
                .replace(" ", "")
                .toLowerCase(Locale.ROOT);
    }

    /**
     * Reads a duration in Hadoop's notation: {@code 500ms}, {@code 30s}, {@code 10m}, {@code 1h}.
     *
     * @param conf configuration to read
     * @return milliseconds, at least 0
     * @throws InvalidSettingException if the value is not a duration
     */
    public long millis(Configuration conf) {
        return millis(conf, 0, Long.MAX_VALUE);
    }

    /**
     * Reads a duration in Hadoop's notation: {@code 500ms}, {@code 30s}, {@code 10m}, {@code 1h}.
     *
     * @param conf configuration to read
     * @param min smallest valid value, in milliseconds
     * @param max largest valid value, in milliseconds
     * @return milliseconds
     * @throws InvalidSettingException if the value is not a duration in that range
     */
    public long millis(Configuration conf, long min, long max) {
        String from = min == 0 ? "" : ", at least " + min + "ms";
        String range = max == Long.MAX_VALUE ? from : ", from " + min + "ms to " + max + "ms";
        String valid = "a duration such as 30s" + range;
        try {
            long millis = conf.getTimeDurationHelper(name, text(conf), TimeUnit.MILLISECONDS);
            if (min <= millis && millis <= max) {
                return millis;
            }
        } catch (IllegalArgumentException e) {
            throw invalid(text(conf), valid, e);
        }
        throw invalid(text(conf), valid);
    }

    /**
     * Reads a list.
     *
     * @param conf configuration to read
     * @return comma-separated words, trimmed, in order
     */
    public Collection<String> list(Configuration conf) {
        return StringUtils.getTrimmedStringCollection(text(conf));
    }

    /**
     * Creates the exception for an invalid value.
     *
     * @param value the configured text
     * @param valid description of the valid values, such as {@code "an integer from 1 to 8"}
     * @return the exception to throw
     */
    public InvalidSettingException invalid(String value, String valid) {
        return new InvalidSettingException("invalid value '" + value + "' of " + name + ": must be " + valid);
    }

    private InvalidSettingException invalid(String value, String valid, Throwable cause) {
        InvalidSettingException failure = invalid(value, valid);
        failure.initCause(cause);
        return failure;
    }
}
