package org.underbase.sim.policy;

/**
 * S3-FIFO: Yang, Zhang, Qiu, Yue and Rashmi, "FIFO queues are all you need for cache eviction", SOSP '23, algorithm 1. New pages
 * pass a small queue of a tenth of the cache. Those that were accessed at least twice in it move to the main queue; of the
 * others a ghost queue, as long as the main queue, remembers the numbers. A page of the ghost queue enters the main queue.
 */
final class S3Fifo extends ListedPolicy {
    private static final int SMALL = 0;
    private static final int MAIN = 1;
    private static final int GHOST = 2;
    private static final int LISTS = 3;
    private static final int SMALL_SHARE = 10;
    private static final int MOST_ACCESSES = 3;
    private static final int NONE = PageIndex.NONE;

    private final int capacity;
    private final int smallSize;
    private final int mainSize;
    private final byte[] accesses;

    S3Fifo(int capacity) {
        super(entries(capacity), LISTS);
        this.capacity = capacity;
        mainSize = mainSize(capacity);
        smallSize = capacity - mainSize;
        accesses = new byte[entries(capacity)];
    }

    private static int mainSize(int capacity) {
        return capacity - Math.max(1, capacity / SMALL_SHARE);
    }

    private static int entries(int capacity) {
        // A page is in the ghost queue for a moment before the oldest one leaves it.
        return capacity + mainSize(capacity) + 1;
    }

    @Override
    public boolean access(long page) {
        int entry = index.find(page);
        if (entry != NONE && links.list(entry) != GHOST) {
            accesses[entry] = (byte) Math.min(accesses[entry] + 1, MOST_ACCESSES);
            return true;
        }
        while (links.size(SMALL) + links.size(MAIN) == capacity) {
            evict();
        }
        // The eviction may have removed the page from the ghost queue.
        entry = index.find(page);
        if (entry == NONE) {
            entry = index.add(page);
            links.push(entry, SMALL);
        } else {
            links.move(entry, MAIN);
        }
        accesses[entry] = 0;
        return false;
    }

    private void evict() {
        if (links.size(SMALL) >= smallSize) {
            evictSmall();
        } else {
            evictMain();
        }
    }

    private void evictSmall() {
        while (links.size(SMALL) > 0) {
            int entry = links.oldest(SMALL);
            if (accesses[entry] <= 1) {
                links.move(entry, GHOST);
                if (links.size(GHOST) > mainSize) {
                    forget(links.oldest(GHOST));
                }
                return;
            }
            links.move(entry, MAIN);
            if (links.size(MAIN) > mainSize) {
                evictMain();
            }
        }
    }

    private void evictMain() {
        int entry = links.oldest(MAIN);
        while (accesses[entry] > 0) {
            accesses[entry]--;
            links.move(entry, MAIN);
            entry = links.oldest(MAIN);
        }
        forget(entry);
    }

    @Override
    public void check() {
        links.check(index.size());
        Links.require(links.size(SMALL) + links.size(MAIN) <= capacity, "number of pages");
        Links.require(links.size(GHOST) <= mainSize, "ghost queue");
    }
}
