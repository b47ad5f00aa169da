package org.underbase.testbed.report;

/** Value that a metric should reach. */
public sealed interface Target {
    /**
     * Returns whether a value reaches the target.
     *
     * @param value the value
     */
    boolean met(double value);

    /** Formats the target. */
    String text();

    /**
     * Formats a value.
     *
     * @param decimals digits after the decimal point
     */
    default String format(double value, int decimals) {
        return Numbers.fixed(value, decimals);
    }

    /**
     * Upper limit.
     *
     * @param limit largest value that meets the target
     */
    record AtMost(double limit) implements Target {
        @Override
        public boolean met(double value) {
            return value <= limit;
        }

        @Override
        public String text() {
            return "<= " + Numbers.plain(limit);
        }
    }

    /**
     * Lower limit.
     *
     * @param limit smallest value that meets the target
     */
    record AtLeast(double limit) implements Target {
        @Override
        public boolean met(double value) {
            return value >= limit;
        }

        @Override
        public String text() {
            return ">= " + Numbers.plain(limit);
        }
    }

    /** The value is yes, 1; 0 is no. */
    record Yes() implements Target {
        @Override
        public boolean met(double value) {
            return value == 1;
        }

        @Override
        public String text() {
            return "yes";
        }

        @Override
        public String format(double value, int decimals) {
            return met(value) ? "yes" : "no";
        }
    }

    /** No target, for example for another system's metric. */
    record None() implements Target {
        @Override
        public boolean met(double value) {
            return true;
        }

        @Override
        public String text() {
            return "";
        }
    }
}
