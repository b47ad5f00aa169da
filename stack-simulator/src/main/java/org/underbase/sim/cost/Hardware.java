package org.underbase.sim.cost;

import java.util.Locale;

/**
 * Hardware of one machine.
 *
 * @param ramGigabytes RAM for the cache, in GiB
 * @param flashGigabytes flash, in GiB
 * @param disks number of disks
 */
public record Hardware(double ramGigabytes, double flashGigabytes, int disks) {
    @Override
    public String toString() {
        return text(ramGigabytes) + " RAM, " + text(flashGigabytes) + " flash, " + disks + " disks";
    }

    private static String text(double gigabytes) {
        return String.format(Locale.ROOT, gigabytes == Math.rint(gigabytes) ? "%.0f GB" : "%.3g GB", gigabytes);
    }
}
