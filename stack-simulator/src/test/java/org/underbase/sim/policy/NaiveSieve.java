package org.underbase.sim.policy;

import java.util.ArrayList;
import java.util.HashSet;
import java.util.List;
import java.util.Set;

/** Algorithm 1 of the paper, with a list from the head to the tail. The hand is a page; without a hand it starts at the tail. */
final class NaiveSieve implements EvictionPolicy {
    private static final long NO_PAGE = -1;

    private final int size;
    private final List<Long> queue = new ArrayList<>();
    private final Set<Long> visited = new HashSet<>();
    private long hand = NO_PAGE;

    NaiveSieve(int size) {
        this.size = size;
    }

    @Override
    public boolean access(long page) {
        if (queue.contains(page)) {
            visited.add(page);
            return true;
        }
        if (queue.size() == size) {
            int at = hand == NO_PAGE ? queue.size() - 1 : queue.indexOf(hand);
            while (visited.remove(queue.get(at))) {
                at = at == 0 ? queue.size() - 1 : at - 1;
            }
            hand = at == 0 ? NO_PAGE : queue.get(at - 1);
            queue.remove(at);
        }
        queue.add(0, page);
        return false;
    }

    @Override
    public void delete(long page) {
        int at = queue.indexOf(page);
        if (at >= 0) {
            if (page == hand) {
                hand = at == 0 ? NO_PAGE : queue.get(at - 1);
            }
            queue.remove(at);
            visited.remove(page);
        }
    }

    @Override
    public void check() {}
}
