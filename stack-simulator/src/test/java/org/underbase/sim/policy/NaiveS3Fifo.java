package org.underbase.sim.policy;

import java.util.ArrayDeque;
import java.util.Deque;
import java.util.HashMap;
import java.util.Map;

/** Algorithm 1 of the paper, with queues whose last page is the tail. */
final class NaiveS3Fifo implements EvictionPolicy {
    private final int size;
    private final int smallSize;
    private final Deque<Long> s = new ArrayDeque<>();
    private final Deque<Long> m = new ArrayDeque<>();
    private final Deque<Long> g = new ArrayDeque<>();
    private final Map<Long, Integer> freq = new HashMap<>();

    NaiveS3Fifo(int size) {
        this.size = size;
        this.smallSize = Math.max(1, size / 10);
    }

    @Override
    public boolean access(long x) {
        if (s.contains(x) || m.contains(x)) {
            freq.put(x, Math.min(freq.get(x) + 1, 3));
            return true;
        }
        while (s.size() + m.size() == size) {
            if (s.size() >= smallSize) {
                evictS();
            } else {
                evictM();
            }
        }
        if (g.remove(x)) {
            m.addFirst(x);
        } else {
            s.addFirst(x);
        }
        freq.put(x, 0);
        return false;
    }

    private void evictS() {
        boolean evicted = false;
        while (!evicted && !s.isEmpty()) {
            long t = s.removeLast();
            if (freq.get(t) > 1) {
                m.addFirst(t);
                if (m.size() > size - smallSize) {
                    evictM();
                }
            } else {
                g.addFirst(t);
                if (g.size() > size - smallSize) {
                    g.removeLast();
                }
                evicted = true;
            }
        }
    }

    private void evictM() {
        boolean evicted = false;
        while (!evicted && !m.isEmpty()) {
            long t = m.removeLast();
            if (freq.get(t) > 0) {
                m.addFirst(t);
                freq.put(t, freq.get(t) - 1);
            } else {
                evicted = true;
            }
        }
    }

    @Override
    public void delete(long page) {
        s.remove(page);
        m.remove(page);
        g.remove(page);
    }

    @Override
    public void check() {}
}
