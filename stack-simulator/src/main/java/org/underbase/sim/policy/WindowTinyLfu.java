package org.underbase.sim.policy;

/**
 * W-TinyLFU: Einziger, Friedman and Manes, "TinyLFU: A highly efficient cache admission policy", ACM Transactions on Storage
 * 13(4), 2017, section 4. New pages enter a window, an LRU cache of one hundredth of the pages. A page that leaves it replaces
 * the oldest page on probation if it was accessed more often. The second access to a page on probation protects it; protected
 * pages have four fifths of the rest. The size of the window is fixed.
 */
final class WindowTinyLfu extends ListedPolicy {
    private static final int WINDOW = 0;
    private static final int PROBATION = 1;
    private static final int PROTECTED = 2;
    private static final int LISTS = 3;
    private static final double MAIN_SHARE = 0.99;
    private static final double PROTECTED_SHARE = 0.8;

    private final int capacity;
    private final int windowSize;
    private final int protectedSize;
    private final FrequencySketch sketch;

    WindowTinyLfu(int capacity) {
        super(capacity + 1, LISTS);
        this.capacity = capacity;
        int main = (int) (capacity * MAIN_SHARE);
        windowSize = capacity - main;
        protectedSize = (int) (main * PROTECTED_SHARE);
        sketch = new FrequencySketch(capacity);
    }

    @Override
    public boolean access(long page) {
        sketch.increment(page);
        int entry = index.find(page);
        if (entry == PageIndex.NONE) {
            links.push(index.add(page), WINDOW);
            if (links.size(WINDOW) > windowSize) {
                leaveWindow();
            }
            return false;
        }
        if (links.list(entry) == WINDOW) {
            links.move(entry, WINDOW);
        } else {
            links.move(entry, PROTECTED);
            if (links.size(PROTECTED) > protectedSize) {
                links.move(links.oldest(PROTECTED), PROBATION);
            }
        }
        return true;
    }

    private void leaveWindow() {
        int candidate = links.oldest(WINDOW);
        links.move(candidate, PROBATION);
        if (index.size() > capacity) {
            int victim = links.oldest(PROBATION);
            forget(frequency(candidate) > frequency(victim) ? victim : candidate);
        }
    }

    private int frequency(int entry) {
        return sketch.frequency(index.page(entry));
    }

    @Override
    public void check() {
        links.check(index.size());
        Links.require(index.size() <= capacity, "number of pages");
        Links.require(links.size(WINDOW) <= windowSize, "window");
        Links.require(links.size(PROTECTED) <= protectedSize, "number of protected pages");
    }
}
