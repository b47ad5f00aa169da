package org.underbase.tier.testing;

import java.io.IOException;
import java.util.Set;
import java.util.concurrent.TimeoutException;
import java.util.stream.Collectors;
import org.apache.hadoop.test.GenericTestUtils;

/** Threads that keep the JVM alive and came after some time: a cluster that was closed leaves none. */
final class NewThreads {
    private static final int PATIENCE_MILLIS = 120_000;

    private final Set<Thread> before = Thread.getAllStackTraces().keySet();

    /** @throws IOException naming the threads that did not end, after they were interrupted */
    void awaitEnd() throws IOException {
        try {
            GenericTestUtils.waitFor(() -> running().isEmpty(), 50, PATIENCE_MILLIS);
        } catch (TimeoutException e) {
            Set<Thread> left = running();
            left.forEach(Thread::interrupt);
            throw new IOException(
                    "threads did not end: "
                            + left.stream().map(Thread::getName).sorted().collect(Collectors.joining(", ")),
                    e);
        } catch (InterruptedException e) {
            Thread.currentThread().interrupt();
            throw new IOException("interrupted while threads of the cluster end", e);
        }
    }

    private Set<Thread> running() {
        return Thread.getAllStackTraces().keySet().stream()
                .filter(thread -> thread.isAlive() && !thread.isDaemon() && !before.contains(thread))
                .filter(thread -> thread != Thread.currentThread())
                // JUnit's thread for time limits comes with the first test that has one, and stays.
                .filter(thread -> !thread.getName().equals("junit-jupiter-timeout-watcher"))
                .collect(Collectors.toSet());
    }
}
