package org.underbase.localcompact.coordinator;

import java.io.IOException;
import java.io.InterruptedIOException;
import java.time.Duration;
import java.util.HashMap;
import java.util.IdentityHashMap;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;
import java.util.concurrent.ExecutionException;
import java.util.concurrent.ExecutorCompletionService;
import java.util.concurrent.ExecutorService;
import java.util.concurrent.Future;
import java.util.concurrent.RejectedExecutionException;
import java.util.concurrent.TimeUnit;
import java.util.function.Consumer;
import org.slf4j.Logger;
import org.slf4j.LoggerFactory;

/** Executor of the same action on several merges in parallel. Thread-safe. */
final class MergeGroup {
    private static final Logger LOG = LoggerFactory.getLogger(MergeGroup.class);

    private final ExecutorService pool;
    private final Duration maxLag;

    /** {@code maxLag} is the maximum time that a merge may lag the others. */
    MergeGroup(ExecutorService pool, Duration maxLag) {
        this.pool = pool;
        this.maxLag = maxLag;
    }

    /** Action on one merge. */
    @FunctionalInterface
    interface Action<T> {
        T on(MergeHandle merge) throws IOException;
    }

    /** Results in the order of the merges, and failures by merge. */
    record Outcome<T>(Map<MergeHandle, T> done, Map<MergeHandle, IOException> failed) {}

    /**
     * Runs an action on all merges. After {@code quorum} results the remaining merges have a limited time, so that a slow or
     * unresponsive one does not delay the others.
     */
    <T> Outcome<T> onEach(List<MergeHandle> merges, int quorum, Action<T> action) throws IOException {
        ExecutorCompletionService<T> service = new ExecutorCompletionService<>(pool);
        IdentityHashMap<Future<T>, MergeHandle> running = new IdentityHashMap<>();
        Map<MergeHandle, T> done = new HashMap<>();
        Map<MergeHandle, IOException> failed = new LinkedHashMap<>();
        try {
            merges.forEach(merge -> running.put(service.submit(() -> action.on(merge)), merge));
            long end = 0;
            while (!running.isEmpty()) {
                if (end == 0 && done.size() >= quorum) {
                    end = System.nanoTime() + maxLag.toNanos();
                }
                Future<T> next = end == 0
                        ? service.take()
                        : service.poll(Math.max(1, end - System.nanoTime()), TimeUnit.NANOSECONDS);
                if (next == null) {
                    running.values()
                            .forEach(merge -> failed.put(
                                    merge,
                                    new FallbackException(
                                            FallbackReason.FAILED,
                                            merge + " lags the other servers by " + maxLag.toSeconds() + " s")));
                    break;
                }
                take(running.remove(next), next, done, failed);
            }
        } catch (InterruptedException e) {
            Thread.currentThread().interrupt();
            throw (IOException) new InterruptedIOException("the compaction was interrupted").initCause(e);
        } finally {
            // Interrupts calls that do not return.
            running.keySet().forEach(future -> future.cancel(true));
        }
        Map<MergeHandle, T> ordered = new LinkedHashMap<>();
        merges.stream().filter(done::containsKey).forEach(merge -> ordered.put(merge, done.get(merge)));
        return new Outcome<>(ordered, failed);
    }

    private static <T> void take(
            MergeHandle merge, Future<T> future, Map<MergeHandle, T> done, Map<MergeHandle, IOException> failed)
            throws InterruptedException {
        try {
            done.put(merge, future.get());
        } catch (ExecutionException e) {
            failed.put(merge, e.getCause() instanceof IOException io ? io : new IOException(e.getCause()));
        }
    }

    /** Sends a command to all merges without waiting for their responses. */
    void send(List<MergeHandle> merges, Consumer<MergeHandle> command) {
        for (MergeHandle merge : merges) {
            try {
                pool.execute(() -> command.accept(merge));
            } catch (RejectedExecutionException e) {
                LOG.debug("Server stops: no command sent to {}", merge, e);
            }
        }
    }
}
