package org.underbase.localcompact.worker;

import java.util.concurrent.atomic.AtomicReference;
import org.apache.hadoop.hbase.util.EnvironmentEdge;
import org.apache.hadoop.hbase.util.EnvironmentEdgeManager;

/**
 * Clock for HBase that is frozen for threads that merge. The output of a merge depends on the time: the creation time of the
 * file, cells expired by TTL, and deletes to drop. All other threads see the previous clock.
 *
 * <p>Thread-safe.
 */
public final class PinnedClock implements EnvironmentEdge {
    private static final ThreadLocal<Long> PINNED = new ThreadLocal<>();

    private static int users;

    private final EnvironmentEdge real;

    private PinnedClock(EnvironmentEdge real) {
        this.real = real;
    }

    @Override
    public long currentTime() {
        Long pinned = PINNED.get();
        return pinned == null ? real.currentTime() : pinned;
    }

    private static synchronized void install() {
        EnvironmentEdge now = EnvironmentEdgeManager.getDelegate();
        if (!(now instanceof PinnedClock)) {
            EnvironmentEdgeManager.injectEdge(new PinnedClock(now));
        }
        users++;
    }

    /** Restores the previous clock after the last use, unless another one was injected in the meantime. */
    private static synchronized void uninstall() {
        users--;
        if (users == 0 && EnvironmentEdgeManager.getDelegate() instanceof PinnedClock clock) {
            EnvironmentEdgeManager.injectEdge(clock.real);
        }
    }

    /** Action that runs at a given time. */
    @FunctionalInterface
    interface Body<E extends Exception> {
        void run() throws E;
    }

    /** Runs an action at a frozen time, in milliseconds since 1970. */
    static <E extends Exception> void at(long time, Body<E> body) throws E {
        install();
        try {
            with(time, body);
        } finally {
            uninstall();
        }
    }

    /** Runs an action of a thread with a frozen time at the real time. */
    static <E extends Exception> void atRealTime(Body<E> body) throws E {
        with(null, body);
    }

    private static <E extends Exception> void with(Long time, Body<E> body) throws E {
        Long before = PINNED.get();
        set(time);
        try {
            body.run();
        } finally {
            set(before);
        }
    }

    /** Function that runs at a given time. */
    @FunctionalInterface
    public interface Computation<T, E extends Exception> {
        /**
         * Computes the result.
         *
         * @return result
         * @throws E if it fails
         */
        T get() throws E;
    }

    /**
     * Runs a function at a frozen time.
     *
     * @param time time in milliseconds since 1970
     * @param computation function to run on this thread
     * @return its result
     * @throws E if it fails
     */
    public static <T, E extends Exception> T compute(long time, Computation<T, E> computation) throws E {
        AtomicReference<T> result = new AtomicReference<>();
        PinnedClock.<E>at(time, () -> result.set(computation.get()));
        return result.get();
    }

    private static void set(Long time) {
        if (time == null) {
            PINNED.remove();
        } else {
            PINNED.set(time);
        }
    }
}
