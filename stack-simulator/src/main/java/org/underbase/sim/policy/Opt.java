package org.underbase.sim.policy;

import org.agrona.collections.Long2LongHashMap;

/**
 * Bound of the hits of all policies whose caches contain each accessed page: Belady, "A study of replacement algorithms for a
 * virtual-storage computer", IBM Systems Journal 5(2), 1966. That cache evicts the page whose next access is the last one; a
 * deleted page has no next access. An access is a hit if there was a place for the page since its previous access that no page
 * with an earlier next access needed. Thus no access of the future is necessary (Jain and Lin, "Back to the future: Leveraging
 * Belady's algorithm for improved cache replacement", ISCA '16, section 3.1). The memory contains the pages that were accessed
 * since all places of the cache were needed.
 */
final class Opt implements EvictionPolicy {
    private static final int NONE = PageIndex.NONE;
    /** Known pages per page of the cache before those without a possible hit are removed. */
    private static final int KNOWN = 4;

    private final int capacity;
    private final FreePlaces free;
    /** Number of the last access to each page. */
    private Long2LongHashMap accesses = new Long2LongHashMap(NONE);

    private int limit;
    private long time;

    Opt(int capacity) {
        this.capacity = capacity;
        // The accessed page needs a place itself.
        this.free = new FreePlaces(capacity - 1);
        this.limit = KNOWN * capacity;
    }

    @Override
    public boolean access(long page) {
        long before = accesses.put(page, time);
        boolean hit = before != NONE && before >= free.lastFull();
        if (hit) {
            free.take(before + 1);
        }
        free.append(time++);
        if (accesses.size() > limit) {
            forget();
        }
        return hit;
    }

    /** Removes the pages whose next access is a miss. */
    private void forget() {
        Long2LongHashMap known = new Long2LongHashMap(NONE);
        accesses.longForEach((page, at) -> {
            if (at >= free.lastFull()) {
                known.put(page, at);
            }
        });
        accesses = known;
        limit = Math.max(KNOWN * capacity, 2 * known.size());
    }

    @Override
    public void delete(long page) {
        accesses.remove(page);
    }

    @Override
    public void check() {
        free.check();
        Links.require(accesses.size() <= limit, "number of known pages");
    }
}
