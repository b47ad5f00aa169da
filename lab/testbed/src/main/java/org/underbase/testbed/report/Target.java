package org.underbase.testbed.report;

/** What a figure is wished to be. */
public sealed interface Target {
    /** Whether {@code value} is good enough. */
    boolean met(double value);

    /** The target as text. */
    String text();

    /** At most {@code limit}. */
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

    /** At least {@code limit}. */
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

    /** A figure without a target, such as a peer's. */
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
