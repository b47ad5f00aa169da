package org.underbase.tier.policy;

/**
 * Which files are demoted from a full tier first. Implementations have a constructor without arguments, keep no state, and
 * are called under no lock.
 */
public interface DemotionOrder {
    /**
     * How worthy the file is of its place; the files with the lowest worth are demoted first.
     *
     * @param heat what is known of its use
     * @param now milliseconds since 1970
     */
    double worth(FileHeat heat, long now);
}
