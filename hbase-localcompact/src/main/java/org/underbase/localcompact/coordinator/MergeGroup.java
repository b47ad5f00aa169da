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
import java.util.function.Function;
import org.slf4j.Logger;
import org.slf4j.LoggerFactory;

/** Executor of the same action on several merges in parallel. Thread-safe. */
final class MergeGroup {
    private static final Logger LOG = LoggerFactory.getLogger(MergeGroup.class);

    private final ExecutorService pool;
    private final Duration maxWait;

    /** {@code maxWait} is the maximum time that a merge has after a quorum of the others, without a budget. */
    MergeGroup(ExecutorService pool, Duration maxWait) {
        this.pool = pool;
        this.maxWait = maxWait;
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
        LagClock clock = new LagClock(quorum, false, new LagBudget(maxWait, 0, maxWait), System.nanoTime());
        return onEach(merges, clock, action, merge -> merge + " did not respond");
    }

    /**
     * Runs an action on all merges. After {@code quorum} results and that of the coordinator's own merge, the remaining merges
     * have the time of a budget.
     */
    <T> Outcome<T> onEach(List<MergeHandle> merges, int quorum, LagBudget lag, Action<T> action) throws IOException {
        boolean own = merges.stream().anyMatch(MergeHandle::isOwn);
        return onEach(merges, new LagClock(quorum, own, lag, System.nanoTime()), action, merge -> {
            merge.setLagging();
            return merge + " lags the other servers";
        });
    }

    private <T> Outcome<T> onEach(
            List<MergeHandle> merges, LagClock clock, Action<T> action, Function<MergeHandle, String> onTimeout)
            throws IOException {
        ExecutorCompletionService<T> service = new ExecutorCompletionService<>(pool);
        IdentityHashMap<Future<T>, MergeHandle> running = new IdentityHashMap<>();
        Map<MergeHandle, T> done = new HashMap<>();
        Map<MergeHandle, IOException> failed = new LinkedHashMap<>();
        try {
            merges.forEach(merge -> running.put(service.submit(() -> action.on(merge)), merge));
            while (!running.isEmpty()) {
                Future<T> next = clock.started()
                        ? service.poll(Math.max(1, clock.left(System.nanoTime())), TimeUnit.NANOSECONDS)
                        : service.take();
                if (next == null) {
                    String limit = " for " + TimeUnit.NANOSECONDS.toMillis(clock.limit()) + " ms";
                    running.values()
                            .forEach(merge -> failed.put(
                                    merge,
                                    new FallbackException(FallbackReason.FAILED, onTimeout.apply(merge) + limit)));
                    break;
                }
                MergeHandle merge = running.remove(next);
                take(merge, next, done, failed);
                clock.ended(merge.isOwn(), done.containsKey(merge), System.nanoTime());
            }
            clock.stop(System.nanoTime());
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
