package org.underbase.testbed.mini;

import java.io.IOException;
import java.time.Duration;
import java.util.Set;
import java.util.stream.Collectors;
import org.awaitility.Awaitility;
import org.awaitility.core.ConditionTimeoutException;

/** Snapshot of the threads that keep this JVM running, to check later that new threads have exited. */
final class ThreadCensus {
    private static final Duration EXIT_LIMIT = Duration.ofMinutes(2);

    private final Set<Thread> known;

    private ThreadCensus(Set<Thread> known) {
        this.known = known;
    }

    static ThreadCensus now() {
        return new ThreadCensus(Thread.getAllStackTraces().keySet());
    }

    /**
     * Waits until every new thread that keeps the JVM running has exited.
     *
     * @throws IOException if a thread has not exited; the message names it, and it is interrupted
     */
    void awaitEndOfNewThreads() throws IOException {
        try {
            Awaitility.await()
                    .pollInSameThread()
                    .pollDelay(Duration.ZERO)
                    .atMost(EXIT_LIMIT)
                    .until(() -> newThreads().isEmpty());
        } catch (ConditionTimeoutException e) {
            Set<Thread> left = newThreads();
            left.forEach(Thread::interrupt);
            String names = left.stream().map(Thread::getName).sorted().collect(Collectors.joining(", "));
            throw new IOException("threads did not exit: " + names, e);
        }
    }

    private Set<Thread> newThreads() {
        return Thread.getAllStackTraces().keySet().stream()
                .filter(thread -> !thread.isDaemon() && thread.isAlive() && !known.contains(thread))
                .filter(thread -> thread != Thread.currentThread())
                // Jetty's session scheduler: HBase's info server does not stop it.
                .filter(thread -> !thread.getName().startsWith("Session-HouseKeeper-"))
                // JUnit's thread for time limits starts with the first test that has a limit, and keeps running.
                .filter(thread -> !thread.getName().equals("junit-jupiter-timeout-watcher"))
                .collect(Collectors.toSet());
    }
}
