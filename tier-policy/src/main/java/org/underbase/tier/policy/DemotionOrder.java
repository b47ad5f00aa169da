package org.underbase.tier.policy;

/**
 * Order in which files are demoted from a full tier, and leave a cache on it. Implementations have a constructor without
 * arguments and no state.
 */
public interface DemotionOrder {
    /**
     * Computes the value of keeping a file on its tier; the files with the lowest value are demoted first.
     *
     * @param heat usage of the file
     * @param now current time, in milliseconds since 1970
     */
    double worth(FileHeat heat, long now);

    /** Returns the factor, at least 1, by which the value of a file must exceed that of a cached file to take its place. */
    default double margin() {
        return 1;
    }
}
