package org.underbase.sim.cache;

/** Policies for pages that a read finds in flash. */
public enum FlashPolicy {
    /** Moves the page to RAM. */
    PROMOTE,
    /** Keeps the page in flash, which saves writes to it. */
    KEEP,
    /** Keeps the page in flash, which evicts pages in the order in which they were written. */
    FIFO
}
