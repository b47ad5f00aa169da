package org.underbase.sim.policy;

import java.util.ArrayList;
import java.util.HashSet;
import java.util.List;
import java.util.Set;

/** Section 3 of the paper, with lists whose last page is at the top or the end. */
final class NaiveLirs implements EvictionPolicy {
    private final int size;
    private final int lirSize;
    private final List<Long> s = new ArrayList<>();
    private final List<Long> q = new ArrayList<>();
    private final Set<Long> lir = new HashSet<>();
    /** In the order of their evictions. */
    private final List<Long> nonResident = new ArrayList<>();

    NaiveLirs(int size) {
        this.size = size;
        this.lirSize = size - Math.max(1, size / 100);
    }

    @Override
    public boolean access(long x) {
        boolean hit = lir.contains(x) || q.contains(x);
        if (hit && !s.isEmpty() && s.get(s.size() - 1) == x) {
            return true;
        }
        nonResident.remove(x);
        if (!hit && lir.size() + q.size() == size) {
            long front = q.remove(0);
            if (s.contains(front)) {
                nonResident.add(front);
                if (nonResident.size() > 2 * size) {
                    s.remove(nonResident.remove(0));
                }
            }
        }
        boolean inStack = s.remove(x);
        s.add(x);
        if (!lir.contains(x)) {
            q.remove(x);
            if (lir.size() < lirSize) {
                lir.add(x);
            } else if (inStack) {
                lir.add(x);
                long bottom = s.remove(0);
                lir.remove(bottom);
                q.add(bottom);
            } else {
                q.add(x);
            }
        }
        prune();
        return hit;
    }

    private void prune() {
        while (!s.isEmpty() && !lir.contains(s.get(0))) {
            nonResident.remove(s.remove(0));
        }
    }

    @Override
    public void delete(long page) {
        s.remove(page);
        q.remove(page);
        lir.remove(page);
        nonResident.remove(page);
        prune();
    }

    @Override
    public void check() {}
}
