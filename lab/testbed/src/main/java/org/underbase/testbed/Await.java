package org.underbase.testbed;

import java.io.IOException;
import java.time.Duration;
import java.util.Objects;
import java.util.Optional;
import java.util.concurrent.Callable;
import java.util.concurrent.TimeUnit;
import java.util.concurrent.atomic.AtomicLong;
import java.util.concurrent.atomic.AtomicReference;
import java.util.function.Predicate;
import org.awaitility.Awaitility;
import org.awaitility.core.ConditionTimeoutException;

/**
 * Waits for conditions with a time limit and a message that contains the last observed state. An {@link IOException} means
 * that the condition does not hold yet, because daemons that start or restart do not answer.
 */
public final class Await {
    private static final Duration INTERVAL = Duration.ofMillis(100);
    /** Problems and changing values are read from several daemons, by processes on their nodes. */
    private static final Duration READ_INTERVAL = Duration.ofMillis(500);

    private Await() {}

    /** Read of a state that fails while the daemon does not answer. */
    @FunctionalInterface
    public interface State {
        /** Reads the state. */
        String read() throws IOException;
    }

    /** Check of an invariant. */
    @FunctionalInterface
    public interface Check {
        /**
         * Checks the invariant.
         *
         * @return description of a violation; empty if the invariant holds
         * @throws IOException if the check is impossible at the moment, which counts as a violation
         */
        Optional<String> violation() throws IOException;
    }

    /** Read of a value that changes while a cluster works. */
    @FunctionalInterface
    public interface Reading<T> {
        /** Reads the value. */
        T read() throws IOException;
    }

    /**
     * Waits until a condition holds. A {@link ClusterException} of the condition ends the wait.
     *
     * @param what awaited event, for the message
     * @param limit maximum wait
     * @param state state to report if the condition does not hold in time
     * @param condition condition to await
     * @throws WaitTimeoutException if the condition does not hold within the limit
     */
    public static void until(String what, Duration limit, State state, Callable<Boolean> condition)
            throws ClusterException {
        if (!polled(limit, INTERVAL, e -> e instanceof IOException && !(e instanceof ClusterException), condition)) {
            throw new WaitTimeoutException(what + ": not after " + limit.toSeconds() + " s; " + describe(state));
        }
    }

    /**
     * Waits until an invariant holds.
     *
     * @param what awaited event, for the message
     * @param limit maximum wait
     * @param check check of the invariant
     * @throws WaitTimeoutException if the invariant is violated until the limit; the message contains the last violation
     */
    public static void until(String what, Duration limit, Check check) throws ClusterException {
        AtomicReference<String> last = new AtomicReference<>("never checked");
        boolean done = polled(limit, READ_INTERVAL, IOException.class::isInstance, () -> {
            Optional<String> violation;
            try {
                violation = check.violation();
            } catch (IOException e) {
                violation = Optional.of(e.toString());
            }
            violation.ifPresent(last::set);
            return violation.isEmpty();
        });
        if (!done) {
            throw new WaitTimeoutException(what + ": not after " + limit.toSeconds() + " s; " + last.get());
        }
    }

    /**
     * Waits until a value has not changed for some time.
     *
     * @param what awaited event, for the message
     * @param quiet time without a change
     * @param limit maximum wait
     * @param reading read of the value; a failed read restarts the quiet time
     * @param <T> type of the value, with {@code equals}
     * @return the value
     * @throws WaitTimeoutException if the value changes until the limit
     */
    public static <T> T unchanged(String what, Duration quiet, Duration limit, Reading<T> reading)
            throws ClusterException {
        AtomicReference<T> last = new AtomicReference<>();
        AtomicLong since = new AtomicLong(System.nanoTime());
        boolean done = polled(limit, READ_INTERVAL, IOException.class::isInstance, () -> {
            T now;
            try {
                now = reading.read();
            } catch (IOException e) {
                since.set(System.nanoTime());
                throw e;
            }
            if (!Objects.equals(now, last.get())) {
                last.set(now);
                since.set(System.nanoTime());
            }
            return System.nanoTime() - since.get() >= quiet.toNanos();
        });
        if (!done) {
            throw new WaitTimeoutException(what + ": not after " + limit.toSeconds() + " s; now: " + last.get());
        }
        return last.get();
    }

    /**
     * Waits until a condition holds or a limit passes.
     *
     * @param limit maximum wait
     * @param condition condition to await
     * @return whether the condition held within the limit
     */
    public static boolean holds(Duration limit, Callable<Boolean> condition) {
        return polled(limit, INTERVAL, IOException.class::isInstance, condition);
    }

    /**
     * Waits until a metric can have changed: metrics beans are as old as the daemons' metrics period.
     *
     * @param readNanos time of the last read, from {@link System#nanoTime}
     * @param period metrics period, see {@link ClusterRecipe#metricsPeriod}
     * @throws InterruptedException if this thread is interrupted
     */
    public static void nextMetricsPeriod(long readNanos, Duration period) throws InterruptedException {
        // A tenth more, because periods of daemons are not exact.
        TimeUnit.NANOSECONDS.sleep(period.toNanos() + period.toNanos() / 10 - (System.nanoTime() - readNanos));
    }

    private static boolean polled(
            Duration limit, Duration interval, Predicate<? super Throwable> notYet, Callable<Boolean> condition) {
        try {
            Awaitility.await()
                    .pollInSameThread()
                    .pollDelay(Duration.ZERO)
                    .pollInterval(interval)
                    .atMost(limit)
                    .ignoreExceptionsMatching(notYet)
                    .until(condition);
            return true;
        } catch (ConditionTimeoutException e) {
            return false;
        }
    }

    private static String describe(State state) {
        try {
            return "now: " + state.read();
        } catch (IOException e) {
            return "no answer: " + e.getMessage();
        }
    }
}
