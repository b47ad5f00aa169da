package org.underbase.sim.policy;

import java.util.LinkedHashSet;
import java.util.Set;

/** Figure 4 of the paper, with sets whose first page is the least recently used one, and with deletions. */
final class NaiveArc implements EvictionPolicy {
    private final int c;
    private final Set<Long> t1 = new LinkedHashSet<>();
    private final Set<Long> b1 = new LinkedHashSet<>();
    private final Set<Long> t2 = new LinkedHashSet<>();
    private final Set<Long> b2 = new LinkedHashSet<>();
    private double p;

    NaiveArc(int c) {
        this.c = c;
    }

    @Override
    public boolean access(long x) {
        if (t1.remove(x) || t2.remove(x)) {
            t2.add(x);
            return true;
        }
        if (b1.contains(x)) {
            double delta = b1.size() >= b2.size() ? 1 : (double) b2.size() / b1.size();
            p = Math.min(p + delta, c);
            replaceIfFull(x);
            b1.remove(x);
            t2.add(x);
        } else if (b2.contains(x)) {
            double delta = b2.size() >= b1.size() ? 1 : (double) b1.size() / b2.size();
            p = Math.max(p - delta, 0);
            replaceIfFull(x);
            b2.remove(x);
            t2.add(x);
        } else {
            if (t1.size() + b1.size() == c) {
                if (t1.size() < c) {
                    removeFirst(b1);
                    replaceIfFull(x);
                } else {
                    removeFirst(t1);
                }
            } else {
                if (t1.size() + t2.size() + b1.size() + b2.size() == 2 * c) {
                    removeFirst(b2);
                }
                replaceIfFull(x);
            }
            t1.add(x);
        }
        return false;
    }

    /** Without deletions the cache is full whenever the paper replaces a page. */
    private void replaceIfFull(long x) {
        if (t1.size() + t2.size() == c) {
            if (!t1.isEmpty() && (t1.size() > p || (b2.contains(x) && t1.size() == p))) {
                b1.add(removeFirst(t1));
            } else {
                b2.add(removeFirst(t2));
            }
        }
    }

    private static long removeFirst(Set<Long> pages) {
        long first = pages.iterator().next();
        pages.remove(first);
        return first;
    }

    @Override
    public void delete(long page) {
        t1.remove(page);
        t2.remove(page);
        b1.remove(page);
        b2.remove(page);
    }

    @Override
    public void check() {}
}
