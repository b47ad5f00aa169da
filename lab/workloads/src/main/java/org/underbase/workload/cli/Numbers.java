package org.underbase.workload.cli;

import java.util.Locale;

/** How numbers are printed. */
final class Numbers {
    static final double NANOS_PER_MILLI = 1e6;
    private static final String[] UNITS = {"B", "KiB", "MiB", "GiB", "TiB"};
    private static final double STEP = 1024;

    private Numbers() {}

    static double millis(long nanos) {
        return nanos / NANOS_PER_MILLI;
    }

    static String bytes(long bytes) {
        double value = bytes;
        int unit = 0;
        while (value >= STEP && unit < UNITS.length - 1) {
            value /= STEP;
            unit++;
        }
        return unit == 0 ? bytes + " B" : String.format(Locale.ROOT, "%.1f %s", value, UNITS[unit]);
    }
}
