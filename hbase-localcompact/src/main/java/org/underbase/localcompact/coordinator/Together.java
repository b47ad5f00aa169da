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

/** Does the same with several merges at the same time. Thread-safe. */
final class Together {
    private static final Logger LOG = LoggerFactory.getLogger(Together.class);

    private final ExecutorService pool;
    private final Duration patience;

    /** {@code patience} is how far one may be behind the others. */
    Together(ExecutorService pool, Duration patience) {
        this.pool = pool;
        this.patience = patience;
    }

    /** What is done with one. */
    @FunctionalInterface
    interface Action<T> {
        T with(Link link) throws IOException;
    }

    /**
     * What came out, in the order of {@code links}, and what failed with whom. The others have a limited time when it has
     * been done with {@code enough}: one that is slow, or does not answer, must not hold up the rest.
     */
    record Outcome<T>(Map<Link, T> done, Map<Link, IOException> failed) {}

    <T> Outcome<T> with(List<Link> links, int enough, Action<T> action) throws IOException {
        ExecutorCompletionService<T> service = new ExecutorCompletionService<>(pool);
        IdentityHashMap<Future<T>, Link> running = new IdentityHashMap<>();
        Map<Link, T> done = new HashMap<>();
        Map<Link, IOException> failed = new LinkedHashMap<>();
        try {
            links.forEach(link -> running.put(service.submit(() -> action.with(link)), link));
            long end = 0;
            while (!running.isEmpty()) {
                if (end == 0 && done.size() >= enough) {
                    end = System.nanoTime() + patience.toNanos();
                }
                Future<T> next = end == 0
                        ? service.take()
                        : service.poll(Math.max(1, end - System.nanoTime()), TimeUnit.NANOSECONDS);
                if (next == null) {
                    running.values()
                            .forEach(link -> failed.put(
                                    link,
                                    new NotLocalException(
                                            Reason.FAILED,
                                            link + " is " + patience.toSeconds() + " s behind the others")));
                    break;
                }
                take(running.remove(next), next, done, failed);
            }
        } catch (InterruptedException e) {
            Thread.currentThread().interrupt();
            throw (IOException) new InterruptedIOException("the compaction was interrupted").initCause(e);
        } finally {
            // A call that does not return ends by this.
            running.keySet().forEach(future -> future.cancel(true));
        }
        Map<Link, T> ordered = new LinkedHashMap<>();
        links.stream().filter(done::containsKey).forEach(link -> ordered.put(link, done.get(link)));
        return new Outcome<>(ordered, failed);
    }

    private static <T> void take(Link link, Future<T> future, Map<Link, T> done, Map<Link, IOException> failed)
            throws InterruptedException {
        try {
            done.put(link, future.get());
        } catch (ExecutionException e) {
            failed.put(link, e.getCause() instanceof IOException io ? io : new IOException(e.getCause()));
        }
    }

    /** Tells them something whose answer matters to nobody; one that cannot be reached keeps nobody waiting. */
    void tell(List<Link> links, Consumer<Link> word) {
        for (Link link : links) {
            try {
                pool.execute(() -> word.accept(link));
            } catch (RejectedExecutionException e) {
                LOG.debug("{} is not told anything: this server stops", link, e);
            }
        }
    }
}
