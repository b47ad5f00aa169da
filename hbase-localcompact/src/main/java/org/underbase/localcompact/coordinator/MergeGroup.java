package org.underbase.localcompact.coordinator;

import java.io.IOException;
import java.io.InterruptedIOException;
import java.time.Duration;
import java.util.HashMap;
import java.util.IdentityHashMap;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;
import java.util.concurrent.Callable;
import java.util.concurrent.ExecutionException;
import java.util.concurrent.ExecutorCompletionService;
import java.util.concurrent.ExecutorService;
import java.util.concurrent.Future;
import java.util.concurrent.RejectedExecutionException;
import java.util.concurrent.TimeUnit;
import java.util.function.BooleanSupplier;
import java.util.function.Consumer;
import java.util.function.Function;
import java.util.function.LongSupplier;
import org.slf4j.Logger;
import org.slf4j.LoggerFactory;

/**
 * Executor of the same action on several merges in parallel, and of calls to the NameNode. All waits end when the store closes: a
 * server or the NameNode may not respond, and a region must not wait for it. Thread-safe.
 */
final class MergeGroup {
    private static final Logger LOG = LoggerFactory.getLogger(MergeGroup.class);

    private static final long CHECK_NANOS = TimeUnit.MILLISECONDS.toNanos(100);

    private final ExecutorService pool;
    private final Duration maxWait;
    private final BooleanSupplier active;

    /**
     * Creates the executor of one compaction.
     *
     * @param pool pool of the calls
     * @param maxWait maximum time that a merge has after a quorum of the others, without a budget
     * @param active whether the store accepts writes
     */
    MergeGroup(ExecutorService pool, Duration maxWait, BooleanSupplier active) {
        this.pool = pool;
        this.maxWait = maxWait;
        this.active = active;
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
                Future<T> next = next(service, () -> clock.started() ? clock.left(System.nanoTime()) : Long.MAX_VALUE);
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
            throw interrupted(e);
        } finally {
            // Interrupts calls that do not return.
            running.keySet().forEach(future -> future.cancel(true));
        }
        Map<MergeHandle, T> ordered = new LinkedHashMap<>();
        merges.stream().filter(done::containsKey).forEach(merge -> ordered.put(merge, done.get(merge)));
        return new Outcome<>(ordered, failed);
    }

    /** Runs a call to the NameNode and returns its result. */
    <T> T call(Callable<T> call) throws IOException {
        ExecutorCompletionService<T> service = new ExecutorCompletionService<>(pool);
        Future<T> called = service.submit(call);
        try {
            return next(service, () -> Long.MAX_VALUE).get();
        } catch (ExecutionException e) {
            throw cause(e);
        } catch (InterruptedException e) {
            throw interrupted(e);
        } finally {
            called.cancel(true);
        }
    }

    /** Waits for the next result; returns null when no nanoseconds are left. */
    private <T> Future<T> next(ExecutorCompletionService<T> service, LongSupplier nanos)
            throws InterruptedException, FallbackException {
        while (true) {
            if (!active.getAsBoolean()) {
                throw new FallbackException(FallbackReason.FAILED, "the store no longer accepts writes");
            }
            long left = nanos.getAsLong();
            Future<T> next = service.poll(Math.max(1, Math.min(left, CHECK_NANOS)), TimeUnit.NANOSECONDS);
            if (next != null || left <= CHECK_NANOS) {
                return next;
            }
        }
    }

    private static IOException cause(ExecutionException e) {
        return e.getCause() instanceof IOException io ? io : new IOException(e.getCause());
    }

    private static IOException interrupted(InterruptedException cause) {
        Thread.currentThread().interrupt();
        return (IOException) new InterruptedIOException("the compaction was interrupted").initCause(cause);
    }

    private static <T> void take(
            MergeHandle merge, Future<T> future, Map<MergeHandle, T> done, Map<MergeHandle, IOException> failed)
            throws InterruptedException {
        try {
            done.put(merge, future.get());
        } catch (ExecutionException e) {
            failed.put(merge, cause(e));
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
