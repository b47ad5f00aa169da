package org.underbase.testbed.report;

/**
 * Key and value of one metric of the last line.
 *
 * @param key lower-case words joined by {@code _}
 * @param value the value; NaN if its part did not run
 * @param decimals digits after the decimal point
 * @param target value to reach
 */
public record Metric(String key, double value, int decimals, Target target) {
    /** Checks the key. */
    public Metric {
        if (!key.matches("[a-z][a-z0-9_]*")) {
            throw new IllegalArgumentException("invalid key '" + key + "': must match [a-z][a-z0-9_]*");
        }
    }

    /**
     * Creates a metric whose part did not run.
     *
     * @param key lower-case words joined by {@code _}
     * @param decimals digits after the decimal point
     * @param target value to reach
     */
    public static Metric unmeasured(String key, int decimals, Target target) {
        return new Metric(key, Double.NaN, decimals, target);
    }

    /** Returns whether the metric has a value. */
    public boolean isMeasured() {
        return !Double.isNaN(value);
    }

    /** Formats the value for the last line: {@code -} if it was not measured. */
    public String text() {
        return isMeasured() ? target.format(value, decimals) : "-";
    }

    /** Returns {@code met}, {@code missed} or an empty text if there is no target or value; compares the printed digits. */
    public String verdict() {
        if (!isMeasured() || target instanceof Target.None) {
            return "";
        }
        return target.met(Double.parseDouble(Numbers.fixed(value, decimals))) ? "met" : "missed";
    }
}
