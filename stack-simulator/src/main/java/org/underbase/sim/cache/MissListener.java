package org.underbase.sim.cache;

/** Receiver of the pages that a cache does not contain. */
@FunctionalInterface
public interface MissListener {
    /**
     * Reports consecutive pages that must be read from disk.
     *
     * @param first first page
     * @param pages number of pages
     */
    void missed(int first, int pages);
}
