package org.underbase.tier.policy;

/**
 * Order in which files are demoted from a full tier. Implementations have a constructor without arguments and no state; they
 * are called without locks.
 */
public interface DemotionOrder {
    /**
     * Computes the value of keeping a file on its tier; the files with the lowest value are demoted first.
     *
     * @param heat usage of the file
     * @param now current time, in milliseconds since 1970
     */
    double worth(FileHeat heat, long now);
}
