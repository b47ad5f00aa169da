package org.underbase.testbed.report;

import java.math.BigDecimal;
import java.math.MathContext;
import java.util.Locale;

/** Formats numbers independently of the locale. */
final class Numbers {
    private Numbers() {}

    /** Formats without trailing zeros: {@code 0.99}, {@code 100}. */
    static String plain(double value) {
        return value == 0
                ? "0"
                : new BigDecimal(value, MathContext.DECIMAL32)
                        .stripTrailingZeros()
                        .toPlainString();
    }

    /** Formats with {@code decimals} digits after the decimal point. */
    static String fixed(double value, int decimals) {
        return String.format(Locale.ROOT, "%." + decimals + "f", value);
    }

    /** Formats for a table with 0 to 3 decimals, so that at least four digits are significant. */
    static String table(double value) {
        double size = Math.abs(value);
        return fixed(value, size >= 1000 ? 0 : size >= 100 ? 1 : size >= 10 ? 2 : 3);
    }
}
