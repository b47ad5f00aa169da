package org.underbase.operator.output;

import java.util.Locale;

/** Formats byte counts with binary units: {@code 512 B}, {@code 1.5 GiB}. */
public final class SizeText {
    private static final String[] UNITS = {"B", "KiB", "MiB", "GiB", "TiB", "PiB", "EiB"};
    private static final double STEP = 1024;

    private SizeText() {}

    /**
     * Formats a size.
     *
     * @param bytes size in bytes
     * @return the size with one decimal and its unit
     */
    public static String of(long bytes) {
        double value = bytes;
        int unit = 0;
        while (Math.abs(value) >= STEP && unit < UNITS.length - 1) {
            value /= STEP;
            unit++;
        }
        return String.format(Locale.ROOT, unit == 0 ? "%.0f %s" : "%.1f %s", value, UNITS[unit]);
    }

    /**
     * Formats a rate.
     *
     * @param bytesPerSecond rate in bytes per second
     * @return the rate with one decimal and its unit
     */
    public static String rate(double bytesPerSecond) {
        return of(Math.round(bytesPerSecond)) + "/s";
    }
}
