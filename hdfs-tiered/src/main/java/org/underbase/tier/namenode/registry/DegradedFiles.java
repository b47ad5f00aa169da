package org.underbase.tier.namenode.registry;

import java.util.ArrayList;
import java.util.EnumMap;
import java.util.LinkedHashSet;
import java.util.List;
import java.util.Map;
import java.util.Set;
import org.underbase.tier.policy.Degradation;

/**
 * Files with a degraded placement since their last check by the monitor, and the number of such placements.
 * Thread-safe.
 */
public final class DegradedFiles {
    /** Maximum number of remembered files; a scan finds the others. */
    private static final int MAX = 100_000;

    private final Set<Long> inodes = new LinkedHashSet<>();
    private final Map<Degradation, Long> counts = new EnumMap<>(Degradation.class);

    synchronized void add(long inode, Degradation degradation) {
        counts.merge(degradation, 1L, Long::sum);
        if (inodes.size() < MAX && degradation != Degradation.RACK_RELATION) {
            inodes.add(inode);
        }
    }

    /** Removes and returns all remembered files. */
    public synchronized List<Long> take() {
        List<Long> taken = new ArrayList<>(inodes);
        inodes.clear();
        return taken;
    }

    /** Returns the number of placements with a degradation. */
    public synchronized long count(Degradation degradation) {
        return counts.getOrDefault(degradation, 0L);
    }

    /** Returns the number of placements on another tier than wanted, on DataNodes without a tier, and on one rack. */
    public long count() {
        return count(Degradation.TIER) + count(Degradation.UNTIERED) + count(Degradation.SINGLE_RACK);
    }
}
