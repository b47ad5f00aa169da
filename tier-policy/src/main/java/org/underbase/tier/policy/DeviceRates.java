package org.underbase.tier.policy;

import java.util.Arrays;

/**
 * Rates of the devices of one tier, as announced by its DataNodes. The devices of a tier are of one class, so that a rate far
 * above the others is an error or an attempt to attract all reads.
 */
public final class DeviceRates {
    /** Maximum ratio of a rate to the median of the tier's other rates. */
    public static final double MAX_RATIO = 4;

    private DeviceRates() {}

    /**
     * Limits each rate to a multiple of the lower median of the others, and replaces unknown rates by the lower median.
     *
     * @param announced rates of the tier's DataNodes, in any unit; 0 if unknown
     * @return limited rates; the only known rate of a tier is unchanged, and without a known rate all are 0
     */
    public static double[] limited(double[] announced) {
        double[] known =
                Arrays.stream(announced).filter(rate -> rate > 0).sorted().toArray();
        double[] limited = announced.clone();
        if (known.length == 0) {
            return limited;
        }
        int middle = (known.length - 2) / 2;
        for (int i = 0; i < limited.length; i++) {
            if (limited[i] <= 0) {
                limited[i] = known[(known.length - 1) / 2];
            } else if (known.length > 1) {
                // Without this rate, those above it are one index lower.
                int own = Arrays.binarySearch(known, limited[i]);
                double median = middle < own ? known[middle] : known[middle + 1];
                limited[i] = Math.min(limited[i], MAX_RATIO * median);
            }
        }
        return limited;
    }
}
