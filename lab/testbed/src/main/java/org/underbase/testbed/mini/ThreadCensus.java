package org.underbase.testbed.mini;

import java.io.IOException;
import java.time.Duration;
import java.util.Set;
import java.util.stream.Collectors;
import org.awaitility.Awaitility;
import org.awaitility.core.ConditionTimeoutException;

/** The threads that keep this JVM alive at some time, to see later whether new ones ended. */
final class ThreadCensus {
    private static final Duration PATIENCE = Duration.ofSeconds(30);

    private final Set<Thread> known;

    private ThreadCensus(Set<Thread> known) {
        this.known = known;
    }

    static ThreadCensus now() {
        return new ThreadCensus(Thread.getAllStackTraces().keySet());
    }

    /**
     * Waits until every thread that came since and would keep the JVM alive has ended.
     *
     * @throws IOException naming those that did not, after they were interrupted
     */
    void awaitEndOfNewThreads() throws IOException {
        try {
            Awaitility.await()
                    .pollInSameThread()
                    .pollDelay(Duration.ZERO)
                    .atMost(PATIENCE)
                    .until(() -> newThreads().isEmpty());
        } catch (ConditionTimeoutException e) {
            Set<Thread> left = newThreads();
            left.forEach(Thread::interrupt);
            String names = left.stream().map(Thread::getName).sorted().collect(Collectors.joining(", "));
            throw new IOException("threads did not end: " + names, e);
        }
    }

    private Set<Thread> newThreads() {
        return Thread.getAllStackTraces().keySet().stream()
                .filter(thread -> !thread.isDaemon() && thread.isAlive() && !known.contains(thread))
                .filter(thread -> thread != Thread.currentThread())
                // Jetty's session scheduler: HBase's info server does not stop it when it stops itself.
                .filter(thread -> !thread.getName().startsWith("Session-HouseKeeper-"))
                // JUnit's thread for time limits comes with the first test that has one and stays for all that follow.
                .filter(thread -> !thread.getName().equals("junit-jupiter-timeout-watcher"))
                .collect(Collectors.toSet());
    }
}
