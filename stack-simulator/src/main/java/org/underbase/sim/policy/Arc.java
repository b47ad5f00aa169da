package org.underbase.sim.policy;

/**
 * Adaptive replacement cache: Megiddo and Modha, "ARC: A self-tuning, low overhead replacement cache", FAST '03, figure 4. Pages
 * that were accessed once and pages that were accessed again have an LRU list each. A hit in the history of evicted pages of a
 * list makes the list longer. A deletion leaves free space, into which the next page enters without an eviction.
 */
final class Arc extends ListedPolicy {
    /** Pages that were accessed once, and the history of these pages: the paper's T1 and B1. */
    private static final int ONCE = 0;

    private static final int ONCE_HISTORY = 1;
    /** Pages that were accessed again, and the history of these pages: the paper's T2 and B2. */
    private static final int AGAIN = 2;

    private static final int AGAIN_HISTORY = 3;
    private static final int LISTS = 4;

    private final int capacity;
    /** Size of the list of pages that were accessed once at which the policy aims: the paper's p. */
    private double target;

    Arc(int capacity) {
        super(2 * capacity, LISTS);
        this.capacity = capacity;
    }

    @Override
    public boolean access(long page) {
        int entry = index.find(page);
        if (entry == PageIndex.NONE) {
            makeSpace();
            links.push(index.add(page), ONCE);
            return false;
        }
        int list = links.list(entry);
        boolean hit = list == ONCE || list == AGAIN;
        if (!hit) {
            adapt(list);
            replace(list);
        }
        links.move(entry, AGAIN);
        return hit;
    }

    private void adapt(int history) {
        double once = links.size(ONCE_HISTORY);
        double again = links.size(AGAIN_HISTORY);
        if (history == ONCE_HISTORY) {
            target = Math.min(target + Math.max(1, again / once), capacity);
        } else {
            target = Math.max(target - Math.max(1, once / again), 0);
        }
    }

    private void makeSpace() {
        if (links.size(ONCE) + links.size(ONCE_HISTORY) == capacity) {
            if (links.size(ONCE) == capacity) {
                forget(links.oldest(ONCE));
                return;
            }
            forget(links.oldest(ONCE_HISTORY));
        } else if (index.size() == 2 * capacity) {
            forget(links.oldest(AGAIN_HISTORY));
        }
        replace(ONCE);
    }

    /** Moves a page to the history if the cache is full. */
    private void replace(int accessed) {
        int once = links.size(ONCE);
        if (once + links.size(AGAIN) < capacity) {
            return;
        }
        if (once > 0 && (once > target || (accessed == AGAIN_HISTORY && once == target))) {
            links.move(links.oldest(ONCE), ONCE_HISTORY);
        } else {
            links.move(links.oldest(AGAIN), AGAIN_HISTORY);
        }
    }

    @Override
    public void check() {
        links.check(index.size());
        Links.require(links.size(ONCE) + links.size(AGAIN) <= capacity, "number of pages");
        Links.require(links.size(ONCE) + links.size(ONCE_HISTORY) <= capacity, "number of pages accessed once");
        Links.require(index.size() <= 2 * capacity, "history");
        Links.require(target >= 0 && target <= capacity, "target");
    }
}
