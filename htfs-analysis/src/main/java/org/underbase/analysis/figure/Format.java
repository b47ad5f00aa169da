package org.underbase.analysis.figure;

import java.time.Duration;
import java.time.Instant;
import java.time.ZoneOffset;
import java.time.format.DateTimeFormatter;
import java.util.Locale;

/** Formatter of numbers with three digits and a unit. */
public final class Format {
    private static final DateTimeFormatter TIME = DateTimeFormatter.ofPattern("yyyy-MM-dd HH:mm:ss 'UTC'", Locale.ROOT)
            .withZone(ZoneOffset.UTC);

    private Format() {}

    /** Formats a duration in nanoseconds, such as {@code 6.56 ms}. */
    public static String nanos(long nanos) {
        if (nanos < 1000) {
            return nanos + " ns";
        }
        if (nanos < 999.5e3) {
            return number(nanos / 1e3) + " us";
        }
        if (nanos < 999.5e6) {
            return number(nanos / 1e6) + " ms";
        }
        return nanos < 120e9 ? number(nanos / 1e9) + " s" : duration(nanos);
    }

    /** Formats a duration of at least two minutes. */
    private static String duration(long nanos) {
        Duration d = Duration.ofNanos(nanos);
        return d.toHours() == 0
                ? String.format(Locale.ROOT, "%d min %02d s", d.toMinutes(), d.toSecondsPart())
                : String.format(Locale.ROOT, "%d h %02d min", d.toHours(), d.toMinutesPart());
    }

    /** Formats a count with thousands separators. */
    public static String count(long count) {
        return String.format(Locale.ROOT, "%,d", count);
    }

    /** Formats a percentage. */
    public static String percent(double percent) {
        return percent != 0 && Math.abs(percent) < 0.995
                ? String.format(Locale.ROOT, "%.2f%%", percent)
                : number(percent) + "%";
    }

    /** Formats a percentage without decimals. */
    public static String roundPercent(double percent) {
        return percent > 0 && percent < 0.5 ? "less than 1%" : Math.round(percent) + "%";
    }

    /** Formats the percentages of reads and writes, such as {@code 79/21}. */
    public static String ratio(double readPercent) {
        long read = Math.round(readPercent);
        return read + "/" + (100 - read);
    }

    /** Formats a factor, such as {@code 15.5x}. */
    public static String times(double factor) {
        String text = number(factor);
        return (text.contains(".") ? text.replaceAll("\\.?0+$", "") : text) + "x";
    }

    /** Formats a point in time, given in nanoseconds since the epoch. */
    public static String time(long epochNanos) {
        return TIME.format(Instant.ofEpochSecond(
                Math.floorDiv(epochNanos, 1_000_000_000L), Math.floorMod(epochNanos, 1_000_000_000L)));
    }

    /** Formats a number with three digits. */
    public static String number(double value) {
        double size = Math.abs(value);
        String form = size >= 99.95 ? "%.0f" : size >= 9.995 ? "%.1f" : "%.2f";
        return String.format(Locale.ROOT, form, value);
    }
}
