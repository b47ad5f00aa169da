package org.underbase.bench.soak.finding;

import java.io.IOException;
import java.time.Duration;
import java.util.Optional;
import java.util.concurrent.Callable;
import java.util.concurrent.atomic.AtomicReference;
import org.awaitility.Awaitility;
import org.awaitility.core.ConditionTimeoutException;

/** Waits for conditions. An IOException means: not yet. */
public final class Patience {
    private static final Duration POLL = Duration.ofMillis(100);
    /** What is complained of is asked of several daemons, each time by processes on their nodes. */
    private static final Duration COMPLAINT = Duration.ofMillis(500);

    private Patience() {}

    /** What is still wrong; empty when nothing is. */
    @FunctionalInterface
    public interface Complaint {
        /** @throws IOException when it cannot be told yet */
        Optional<String> ask() throws IOException;
    }

    /** Waits until there is no complaint. @throws Finding with the last one when there is still one after the limit */
    public static void until(String what, Duration limit, Complaint complaint) throws Finding {
        AtomicReference<String> last = new AtomicReference<>("never asked");
        boolean done = holds(limit, COMPLAINT, () -> {
            Optional<String> now;
            try {
                now = complaint.ask();
            } catch (IOException e) {
                now = Optional.of(e.toString());
            }
            now.ifPresent(last::set);
            return now.isEmpty();
        });
        if (!done) {
            throw new Finding(what + " not after " + limit.toSeconds() + " s: " + last.get());
        }
    }

    /** Whether it comes to hold within the limit. */
    public static boolean holds(Duration limit, Callable<Boolean> condition) {
        return holds(limit, POLL, condition);
    }

    private static boolean holds(Duration limit, Duration poll, Callable<Boolean> condition) {
        try {
            Awaitility.await()
                    .pollInSameThread()
                    .pollDelay(Duration.ZERO)
                    .pollInterval(poll)
                    .atMost(limit)
                    .ignoreExceptionsMatching(e -> e instanceof IOException)
                    .until(condition);
            return true;
        } catch (ConditionTimeoutException e) {
            return false;
        }
    }
}
