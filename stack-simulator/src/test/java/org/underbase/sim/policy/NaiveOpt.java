package org.underbase.sim.policy;

import java.util.HashMap;
import java.util.List;
import java.util.Map;

/** Belady's algorithm with all accesses at once. */
final class NaiveOpt {
    private NaiveOpt() {}

    /**
     * Access to a page, or its deletion.
     *
     * @param page page
     * @param deletion whether it is a deletion
     */
    record Access(long page, boolean deletion) {}

    /** Returns for each access whether it is a hit in a cache of some pages. */
    static boolean[] hits(List<Access> accesses, int size) {
        int[] next = next(accesses);
        boolean[] hits = new boolean[next.length];
        Map<Long, Integer> cache = new HashMap<>();
        for (int i = 0; i < next.length; i++) {
            long page = accesses.get(i).page();
            boolean present = cache.remove(page) != null;
            if (!accesses.get(i).deletion()) {
                hits[i] = present;
                if (cache.size() == size) {
                    long latest = cache.entrySet().stream()
                            .max(Map.Entry.comparingByValue())
                            .orElseThrow()
                            .getKey();
                    cache.remove(latest);
                }
                cache.put(page, next[i]);
            }
        }
        return hits;
    }

    /** Returns the number of the next access to the page of each access, the largest number without one. */
    private static int[] next(List<Access> accesses) {
        int[] next = new int[accesses.size()];
        Map<Long, Integer> later = new HashMap<>();
        for (int i = next.length - 1; i >= 0; i--) {
            Access access = accesses.get(i);
            next[i] = later.getOrDefault(access.page(), Integer.MAX_VALUE);
            later.put(access.page(), access.deletion() ? Integer.MAX_VALUE : i);
        }
        return next;
    }
}
