package org.underbase.sim.policy;

/**
 * SIEVE: Zhang, Yang, Yue, Vigfusson and Rashmi, "SIEVE is simpler than LRU: an efficient turn-key eviction algorithm for web
 * caches", NSDI '24, algorithm 1. A hand moves from the oldest page to the newest one, and evicts the first page that was not
 * visited since it passed last.
 */
final class Sieve extends ListedPolicy {
    private static final int QUEUE = 0;
    private static final int NONE = PageIndex.NONE;

    private final int capacity;
    private final boolean[] visited;
    private int hand = NONE;

    Sieve(int capacity) {
        super(capacity, 1);
        this.capacity = capacity;
        visited = new boolean[capacity];
    }

    @Override
    public boolean access(long page) {
        int entry = index.find(page);
        if (entry != NONE) {
            visited[entry] = true;
            return true;
        }
        if (index.size() == capacity) {
            evict();
        }
        entry = index.add(page);
        visited[entry] = false;
        links.push(entry, QUEUE);
        return false;
    }

    private void evict() {
        int entry = orOldest(hand);
        while (visited[entry]) {
            visited[entry] = false;
            entry = orOldest(links.newer(entry));
        }
        hand = entry;
        forget(entry);
    }

    private int orOldest(int entry) {
        return entry == NONE ? links.oldest(QUEUE) : entry;
    }

    @Override
    void forget(int entry) {
        if (entry == hand) {
            hand = links.newer(entry);
        }
        super.forget(entry);
    }

    @Override
    public void check() {
        links.check(index.size());
        Links.require(index.size() <= capacity, "number of pages");
        Links.require(hand == NONE || links.list(hand) == QUEUE, "hand");
    }
}
