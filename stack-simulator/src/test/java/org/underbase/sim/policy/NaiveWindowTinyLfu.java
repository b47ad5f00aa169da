package org.underbase.sim.policy;

import java.util.LinkedHashSet;
import java.util.Set;

/** Section 4 of the paper, with sets whose first page is the least recently used one, and with the same sketch. */
final class NaiveWindowTinyLfu implements EvictionPolicy {
    private final int size;
    private final int mainSize;
    private final FrequencySketch sketch;
    private final Set<Long> window = new LinkedHashSet<>();
    private final Set<Long> probation = new LinkedHashSet<>();
    private final Set<Long> protectedPages = new LinkedHashSet<>();

    NaiveWindowTinyLfu(int size) {
        this.size = size;
        this.mainSize = (int) (size * 0.99);
        this.sketch = new FrequencySketch(size);
    }

    @Override
    public boolean access(long page) {
        sketch.increment(page);
        if (window.remove(page)) {
            window.add(page);
            return true;
        }
        if (probation.remove(page) || protectedPages.remove(page)) {
            protectedPages.add(page);
            if (protectedPages.size() > (int) (mainSize * 0.8)) {
                probation.add(removeFirst(protectedPages));
            }
            return true;
        }
        window.add(page);
        if (window.size() > size - mainSize) {
            long candidate = removeFirst(window);
            if (window.size() + probation.size() + protectedPages.size() < size) {
                probation.add(candidate);
            } else if (!probation.isEmpty()) {
                long victim = probation.iterator().next();
                if (sketch.frequency(candidate) > sketch.frequency(victim)) {
                    probation.remove(victim);
                    probation.add(candidate);
                }
            }
        }
        return false;
    }

    private static long removeFirst(Set<Long> pages) {
        long first = pages.iterator().next();
        pages.remove(first);
        return first;
    }

    @Override
    public void delete(long page) {
        window.remove(page);
        probation.remove(page);
        protectedPages.remove(page);
    }

    @Override
    public void check() {}
}
