package org.underbase.tier.namenode.registry;

import java.util.ArrayList;
import java.util.EnumMap;
import java.util.LinkedHashSet;
import java.util.List;
import java.util.Map;
import java.util.Set;
import org.underbase.tier.policy.Degradation;

/** Files of which a replica was placed elsewhere than wanted, until the monitor looks at them; and how often. Thread-safe. */
public final class DegradedFiles {
    /** More than these are found by the next whole scan. */
    private static final int MAX = 100_000;

    private final Set<Long> inodes = new LinkedHashSet<>();
    private final Map<Degradation, Long> counts = new EnumMap<>(Degradation.class);

    synchronized void add(long inode, Degradation degradation) {
        counts.merge(degradation, 1L, Long::sum);
        if (inodes.size() < MAX && degradation != Degradation.RACK_RELATION) {
            inodes.add(inode);
        }
    }

    /** Takes all that are remembered. */
    public synchronized List<Long> take() {
        List<Long> taken = new ArrayList<>(inodes);
        inodes.clear();
        return taken;
    }

    /** How many choices were degraded in this way. */
    public synchronized long count(Degradation degradation) {
        return counts.getOrDefault(degradation, 0L);
    }

    /** How many choices put a replica on another tier or a block in one rack. */
    public long count() {
        return count(Degradation.TIER) + count(Degradation.SINGLE_RACK);
    }
}
