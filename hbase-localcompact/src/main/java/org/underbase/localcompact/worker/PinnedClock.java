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

    private final EnvironmentEdge real;

    private PinnedClock(EnvironmentEdge real) {
        this.real = real;
    }

    @Override
    public long currentTime() {
        Long pinned = PINNED.get();
        return pinned == null ? real.currentTime() : pinned;
    }

    /** Installs the clock unless it is already installed. */
    static synchronized void install() {
        EnvironmentEdge now = EnvironmentEdgeManager.getDelegate();
        if (!(now instanceof PinnedClock)) {
            EnvironmentEdgeManager.injectEdge(new PinnedClock(now));
        }
    }

    /** Action that runs at a given time. */
    @FunctionalInterface
    interface Body<E extends Exception> {
        void run() throws E;
    }

    /** Runs an action at a frozen time, in milliseconds since 1970, or at the real time if it is null. */
    static <E extends Exception> void at(Long time, Body<E> body) throws E {
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
        install();
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
