package org.underbase.testbed;

import java.io.IOException;
import java.time.Duration;
import java.util.concurrent.Callable;
import org.awaitility.Awaitility;
import org.awaitility.core.ConditionTimeoutException;

/** Waits for conditions. */
final class Await {
    private static final Duration INTERVAL = Duration.ofMillis(100);

    private Await() {}

    /** A question that may fail as long as the daemon asked is not up. */
    @FunctionalInterface
    interface Question {
        String ask() throws IOException;
    }

    /**
     * Waits until a condition holds. An {@link IOException} means that it does not hold yet, but a
     * {@link ClusterException} ends the waiting.
     *
     * @param what is waited for, for the message
     * @param state how things stand, for the message
     * @throws WaitTimeoutException when it does not hold in time
     */
    static void until(String what, Duration limit, Question state, Callable<Boolean> condition)
            throws ClusterException {
        try {
            Awaitility.await(what)
                    .pollInSameThread()
                    .pollDelay(Duration.ZERO)
                    .pollInterval(INTERVAL)
                    .atMost(limit)
                    .ignoreExceptionsMatching(e -> e instanceof IOException && !(e instanceof ClusterException))
                    .until(condition);
        } catch (ConditionTimeoutException e) {
            throw new WaitTimeoutException(what + ": not after " + limit.toSeconds() + " s; " + describe(state), e);
        }
    }

    private static String describe(Question state) {
        try {
            return "now: " + state.ask();
        } catch (IOException e) {
            return "no answer: " + e.getMessage();
        }
    }
}
