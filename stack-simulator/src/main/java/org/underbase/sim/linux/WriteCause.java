package org.underbase.sim.linux;

/** Reasons for which dirty pages are written. */
public enum WriteCause {
    /** A process waits for its fsync. */
    SYNC,
    /** A writer waits, because the cache contains too many dirty pages. */
    LIMIT,
    /** Pages are old. */
    AGE,
    /** The cache contains many dirty pages. */
    BACKGROUND,
    /** A process requested that pages leave the cache. */
    ADVICE,
    /** All pages that are to be evicted are dirty. */
    RECLAIM;

    /** Whether a process waits for the write. */
    public boolean isWaitedFor() {
        return this == SYNC || this == LIMIT;
    }
}
