package org.underbase.tier.namenode.registry;

import java.util.ArrayList;
import java.util.LinkedHashSet;
import java.util.List;
import java.util.Set;

/**
 * Files that are written under a landing policy, which the monitor distributes when they are closed, and the number of their
 * placements. Thread-safe.
 */
public final class LandedFiles {
    /** Maximum number of remembered files; a scan finds the others. */
    private static final int MAX = 100_000;

    private final Set<Long> inodes = new LinkedHashSet<>();
    private long onFastest;
    private long fallbacks;

    /**
     * Records a placement of replicas.
     *
     * @param fastest whether all are on the fastest tier; otherwise it had no space and they follow the wanted counts
     */
    synchronized void add(long inode, boolean fastest) {
        onFastest += fastest ? 1 : 0;
        fallbacks += fastest ? 0 : 1;
        if (inodes.size() < MAX) {
            inodes.add(inode);
        }
    }

    /** Removes and returns all remembered files. */
    public synchronized List<Long> take() {
        List<Long> taken = new ArrayList<>(inodes);
        inodes.clear();
        return taken;
    }

    /** Returns the number of placements on the fastest tier. */
    public synchronized long onFastest() {
        return onFastest;
    }

    /** Returns the number of placements by the wanted counts of closed files, because the fastest tier had no space. */
    public synchronized long fallbacks() {
        return fallbacks;
    }
}
