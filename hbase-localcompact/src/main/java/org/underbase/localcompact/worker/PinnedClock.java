package org.underbase.localcompact.worker;

import org.apache.hadoop.hbase.util.EnvironmentEdge;
import org.apache.hadoop.hbase.util.EnvironmentEdgeManager;

/**
 * HBase's clock, which stands still for threads that merge. What a merge writes depends on the time: the file's creation time,
 * what a TTL has ended, which deletes may go. Every other thread has the clock that was there before.
 *
 * <p>Thread-safe.
 */
public final class PinnedClock implements EnvironmentEdge {
    private static final ThreadLocal<Long> PINNED = new ThreadLocal<>();

    private final EnvironmentEdge real;

    private PinnedClock(EnvironmentEdge real) {
        this.real = real;
    }

    @Override
    public long currentTime() {
        Long pinned = PINNED.get();
        return pinned == null ? real.currentTime() : pinned;
    }

    /** Puts it in place, once in a process and again where somebody put another clock there. */
    static synchronized void install() {
        EnvironmentEdge now = EnvironmentEdgeManager.getDelegate();
        if (!(now instanceof PinnedClock)) {
            EnvironmentEdgeManager.injectEdge(new PinnedClock(now));
        }
    }

    /** What runs with the clock in another state. */
    @FunctionalInterface
    interface Body<E extends Exception> {
        void run() throws E;
    }

    /** Runs something at a time, in milliseconds since 1970, or at the real time where it is null. */
    static <E extends Exception> void at(Long time, Body<E> body) throws E {
        Long before = PINNED.get();
        set(time);
        try {
            body.run();
        } finally {
            set(before);
        }
    }

    private static void set(Long time) {
        if (time == null) {
            PINNED.remove();
        } else {
            PINNED.set(time);
        }
    }
}
