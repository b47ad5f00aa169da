package org.underbase.analysis.compare;

import java.util.Locale;
import org.underbase.analysis.figure.Format;
import org.underbase.operator.output.SizeText;

/** Unit of measure of a headline number. */
enum Measure {
    BYTES("bytes"),
    BYTES_PER_SECOND("bytes/s"),
    PER_SECOND("1/s"),
    PERCENT("percent"),
    FACTOR("factor"),
    NANOS("ns");

    private final String label;

    Measure(String label) {
        this.label = label;
    }

    String label() {
        return label;
    }

    /** Formats a number. */
    String text(double value) {
        return switch (this) {
            case BYTES -> SizeText.of(Math.round(value));
            case BYTES_PER_SECOND -> SizeText.of(Math.round(value)) + "/s";
            case PER_SECOND -> rate(value) + "/s";
            case PERCENT -> Format.percent(value);
            case FACTOR -> Format.times(value);
            case NANOS -> Format.nanos(Math.round(value));
        };
    }

    /** Formats a difference with its sign. */
    String signed(double value) {
        String size = this == PERCENT ? text(Math.abs(value)).replace("%", " points") : text(Math.abs(value));
        return (value == 0 ? "" : value > 0 ? "+" : "-") + size;
    }

    private static String rate(double value) {
        return value >= 1000
                ? Format.count(Math.round(value))
                : String.format(
                        Locale.ROOT, value >= 9.995 ? "%.1f" : value == 0 || value >= 0.0995 ? "%.2f" : "%.4f", value);
    }
}
