package org.underbase.sim.hats.job;

import java.util.ArrayDeque;
import java.util.Arrays;
import java.util.Deque;
import java.util.SplittableRandom;

/** Free slots of hosts, which ask for one task at a time in turn, as with heartbeats. */
final class Slots {
    private final int[] free;
    private final Deque<Integer> turn = new ArrayDeque<>();

    Slots(int hosts, int perHost, SplittableRandom random) {
        free = new int[hosts];
        Arrays.fill(free, perHost);
        int[] order = new int[hosts];
        for (int i = 0; i < hosts; i++) {
            int place = random.nextInt(i + 1);
            order[i] = order[place];
            order[place] = i;
        }
        for (int host : order) {
            turn.add(host);
        }
    }

    boolean isEmpty() {
        return turn.isEmpty();
    }

    /** Takes a slot of the host whose turn it is, and returns the host. */
    int take() {
        int host = turn.remove();
        free[host]--;
        if (free[host] > 0) {
            turn.add(host);
        }
        return host;
    }

    void release(int host) {
        if (free[host]++ == 0) {
            turn.add(host);
        }
    }
}
