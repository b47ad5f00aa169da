package org.underbase.testbed.report;

import java.util.OptionalDouble;

/**
 * One {@code key=value} of the last line.
 *
 * @param key lower case, words joined by {@code _}
 * @param value empty when its part was not run
 * @param decimals digits after the point
 */
public record Metric(String key, OptionalDouble value, int decimals, Target target) {
    public Metric {
        if (!key.matches("[a-z][a-z0-9_]*")) {
            throw new IllegalArgumentException("not a key of the last line: " + key);
        }
    }

    /** The value as in the last line: {@code -} when it was not measured. */
    public String text() {
        return value.isPresent() ? Numbers.fixed(value.getAsDouble(), decimals) : "-";
    }

    /** {@code met}, {@code missed} or empty when there is nothing to judge; judged as printed, not on hidden digits. */
    public String verdict() {
        if (value.isEmpty() || target instanceof Target.None) {
            return "";
        }
        return target.met(Double.parseDouble(text())) ? "met" : "missed";
    }
}
