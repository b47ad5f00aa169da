package org.underbase.testbed.report;

import java.math.BigDecimal;
import java.math.MathContext;
import java.util.Locale;

/** Numbers as text, the same in every locale. */
final class Numbers {
    private Numbers() {}

    /** Without needless zeros: {@code 0.99}, {@code 100}. */
    static String plain(double value) {
        return value == 0
                ? "0"
                : new BigDecimal(value, MathContext.DECIMAL32)
                        .stripTrailingZeros()
                        .toPlainString();
    }

    /** With {@code decimals} digits after the point. */
    static String fixed(double value, int decimals) {
        return String.format(Locale.ROOT, "%." + decimals + "f", value);
    }

    /** For a table: as many digits as the size of the number deserves. */
    static String table(double value) {
        double size = Math.abs(value);
        return fixed(value, size >= 1000 ? 0 : size >= 100 ? 1 : size >= 10 ? 2 : 3);
    }
}
