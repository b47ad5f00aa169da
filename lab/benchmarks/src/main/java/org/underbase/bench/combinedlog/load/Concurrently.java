package org.underbase.bench.combinedlog.load;

import java.io.IOException;
import java.util.ArrayList;
import java.util.List;
import java.util.concurrent.Callable;
import java.util.concurrent.ExecutionException;
import java.util.concurrent.ExecutorService;
import java.util.concurrent.Executors;
import java.util.concurrent.Future;

/** Concurrent tasks, each in a separate thread. */
public final class Concurrently {
    private Concurrently() {}

    /**
     * Runs tasks and waits for all of them. The first failure interrupts the others.
     *
     * @param tasks tasks, at least one
     * @param <T> type of the results
     * @return the results, in the order of the tasks
     * @throws IOException if a task fails
     * @throws InterruptedException if the thread is interrupted
     */
    public static <T> List<T> run(List<? extends Callable<T>> tasks) throws IOException, InterruptedException {
        ExecutorService threads = Executors.newFixedThreadPool(tasks.size());
        try {
            List<Future<T>> running = new ArrayList<>();
            for (Callable<T> task : tasks) {
                running.add(threads.submit(task));
            }
            List<T> results = new ArrayList<>();
            for (Future<T> each : running) {
                results.add(each.get());
            }
            return results;
        } catch (ExecutionException e) {
            throw new IOException(e.getCause().toString(), e);
        } finally {
            threads.shutdownNow();
        }
    }
}
