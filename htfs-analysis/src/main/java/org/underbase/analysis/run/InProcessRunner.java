package org.underbase.analysis.run;

import java.io.IOException;
import java.io.InterruptedIOException;
import java.io.UncheckedIOException;
import java.util.ArrayList;
import java.util.List;
import java.util.concurrent.Callable;
import java.util.concurrent.ExecutionException;
import java.util.concurrent.ExecutorService;
import java.util.concurrent.Executors;
import java.util.concurrent.Future;
import java.util.concurrent.TimeUnit;
import org.underbase.analysis.operator.EventPartial;
import org.underbase.analysis.operator.Operator;
import org.underbase.analysis.operator.Partial;

/**
 * Runner of an operator on the cores of this machine. It cuts the sources into ranges of neighbors, several per thread for
 * an even load, and merges the partials in the order of the sources.
 */
public final class InProcessRunner {
    private static final int PARTS_PER_THREAD = 4;

    private final int threads;

    /** Returns the number of threads. */
    public int threads() {
        return threads;
    }

    /**
     * @param threads number of reading threads, at least 1
     */
    public InProcessRunner(int threads) {
        if (threads < 1) {
            throw new IllegalArgumentException("threads must be at least 1: " + threads);
        }
        this.threads = threads;
    }

    /** Creates a runner with one thread per core. */
    public static InProcessRunner onAllCores() {
        return new InProcessRunner(Runtime.getRuntime().availableProcessors());
    }

    /**
     * Computes the operator's result over all sources, in their order.
     *
     * @throws IOException if a source is unreadable
     * @throws InterruptedException if the calling thread is interrupted; all threads are stopped
     */
    public <P extends EventPartial<P>, R> R run(
            Operator<P, R> operator, List<? extends EventSource> sources, Progress progress)
            throws IOException, InterruptedException {
        Meter meter = new Meter(sources.stream().mapToLong(EventSource::weight).sum(), progress);
        List<Callable<P>> parts = new ArrayList<>();
        for (List<? extends EventSource> part : cut(sources, threads * PARTS_PER_THREAD)) {
            int number = parts.size();
            parts.add(() -> read(operator, operator.start(number), part, meter));
        }
        return operator.finish(merge(operator.start(), parts));
    }

    /**
     * Computes parts on all threads, and merges them in their order.
     *
     * @param whole receives the parts
     * @throws IOException if a part fails
     * @throws InterruptedException if the calling thread is interrupted; all threads are stopped
     */
    public <P extends Partial<P>> P merge(P whole, List<? extends Callable<P>> tasks)
            throws IOException, InterruptedException {
        ExecutorService pool = Executors.newFixedThreadPool(threads, work -> {
            Thread thread = new Thread(work, "analysis");
            thread.setDaemon(true);
            return thread;
        });
        try {
            List<Future<P>> parts = new ArrayList<>();
            for (Callable<P> task : tasks) {
                parts.add(pool.submit(task));
            }
            for (int i = 0; i < parts.size(); i++) {
                whole.merge(parts.get(i).get());
                // Releases the memory of the partial.
                parts.set(i, null);
            }
            return whole;
        } catch (ExecutionException e) {
            if (e.getCause() instanceof IOException cause) {
                throw cause;
            }
            if (e.getCause() instanceof UncheckedIOException cause) {
                throw cause.getCause();
            }
            throw new IllegalStateException("an analysis failed: " + e.getCause(), e.getCause());
        } finally {
            stop(pool);
        }
    }

    /** Stops the threads and waits for them, so that none uses what the caller releases next. */
    private static void stop(ExecutorService pool) {
        pool.shutdownNow();
        boolean interrupted = false;
        while (!pool.isTerminated()) {
            try {
                pool.awaitTermination(1, TimeUnit.MINUTES);
            } catch (InterruptedException e) {
                interrupted = true;
            }
        }
        if (interrupted) {
            Thread.currentThread().interrupt();
        }
    }

    private static <P extends EventPartial<P>> P read(
            Operator<P, ?> operator, P partial, List<? extends EventSource> part, Meter meter) throws IOException {
        for (EventSource source : part) {
            if (Thread.interrupted()) {
                throw new InterruptedIOException("the analysis was stopped");
            }
            source.read(partial);
            meter.add(source.weight());
        }
        operator.end(partial);
        return partial;
    }

    /** Cuts the sources into at most {@code parts} lists of neighbors of about the same weight. */
    static <S extends EventSource> List<List<S>> cut(List<S> sources, int parts) {
        long total = sources.stream().mapToLong(EventSource::weight).sum();
        List<List<S>> cut = new ArrayList<>();
        int from = 0;
        long seen = 0;
        for (int i = 0; i < sources.size(); i++) {
            seen += sources.get(i).weight();
            boolean full = cut.size() + 1 < parts && seen * (double) parts >= total * (cut.size() + 1.0);
            if (full || i == sources.size() - 1) {
                cut.add(sources.subList(from, i + 1));
                from = i + 1;
            }
        }
        return cut;
    }

    private static final class Meter {
        private final long total;
        private final Progress progress;
        private long done;

        private Meter(long total, Progress progress) {
            this.total = total;
            this.progress = progress;
        }

        private synchronized void add(long weight) {
            done += weight;
            progress.done(done, total);
        }
    }
}
