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

    /** {@code maxLag} is the maximum time that a merge may lag the others without a budget. */
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
     * Runs an action on all merges. After {@code quorum} results the remaining merges have a limited time, so that an
     * unresponsive one does not delay the others.
     */
    <T> Outcome<T> onEach(List<MergeHandle> merges, int quorum, Action<T> action) throws IOException {
        return onEach(merges, quorum, new LagBudget(maxLag, 0, maxLag), action);
    }

    /** Runs an action on all merges. After {@code quorum} results the remaining merges have the time of a budget. */
    <T> Outcome<T> onEach(List<MergeHandle> merges, int quorum, LagBudget lag, Action<T> action) throws IOException {
        long began = System.nanoTime();
        long reached = began;
        long limit = 0;
        ExecutorCompletionService<T> service = new ExecutorCompletionService<>(pool);
        IdentityHashMap<Future<T>, MergeHandle> running = new IdentityHashMap<>();
        Map<MergeHandle, T> done = new HashMap<>();
        Map<MergeHandle, IOException> failed = new LinkedHashMap<>();
        try {
            merges.forEach(merge -> running.put(service.submit(() -> action.on(merge)), merge));
            boolean limited = false;
            while (!running.isEmpty()) {
                if (!limited && done.size() >= quorum) {
                    reached = System.nanoTime();
                    limit = lag.limit(reached - began);
                    limited = true;
                }
                Future<T> next = limited
                        ? service.poll(Math.max(1, reached + limit - System.nanoTime()), TimeUnit.NANOSECONDS)
                        : service.take();
                if (next == null) {
                    String lagging = " lags the other servers by " + TimeUnit.NANOSECONDS.toMillis(limit) + " ms";
                    running.values()
                            .forEach(merge ->
                                    failed.put(merge, new FallbackException(FallbackReason.FAILED, merge + lagging)));
                    break;
                }
                take(running.remove(next), next, done, failed);
            }
            if (limited) {
                lag.spend(reached - began, System.nanoTime() - reached);
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
