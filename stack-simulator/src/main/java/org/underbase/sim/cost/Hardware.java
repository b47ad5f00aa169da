package org.underbase.sim.cost;

import java.util.Locale;

/**
 * Hardware of one machine.
 *
 * @param ramGigabytes RAM for the cache, in GiB
 * @param flashGigabytes flash, in GiB
 * @param disks number of disks
 */
public record Hardware(int ramGigabytes, int flashGigabytes, int disks) {
    @Override
    public String toString() {
        return String.format(Locale.ROOT, "%d GB RAM, %d GB flash, %d disks", ramGigabytes, flashGigabytes, disks);
    }
}
