package org.underbase.sim.study;

import java.util.ArrayList;
import java.util.List;
import java.util.concurrent.ExecutionException;
import java.util.concurrent.ExecutorService;
import java.util.concurrent.Executors;
import java.util.concurrent.Future;
import java.util.concurrent.atomic.AtomicInteger;

/** Threads that run the simulations of a batch while the caller fills the next one. */
final class Workers implements AutoCloseable {
    private final int threads;
    private final ExecutorService pool;
    private final List<Future<?>> running = new ArrayList<>();

    Workers(int threads) {
        this.threads = threads;
        this.pool = Executors.newFixedThreadPool(threads);
    }

    /** Starts the simulations of a batch after those of the previous one ended. */
    void start(Batch batch, List<? extends Simulation> simulations) {
        await();
        AtomicInteger next = new AtomicInteger();
        for (int thread = 0; thread < threads; thread++) {
            running.add(pool.submit(() -> {
                for (int i = next.getAndIncrement(); i < simulations.size(); i = next.getAndIncrement()) {
                    simulations.get(i).accept(batch);
                }
            }));
        }
    }

    /** Waits for the end of the simulations. */
    void await() {
        try {
            for (Future<?> future : running) {
                future.get();
            }
            running.clear();
        } catch (InterruptedException e) {
            Thread.currentThread().interrupt();
            throw new IllegalStateException("interrupted during a simulation", e);
        } catch (ExecutionException e) {
            if (e.getCause() instanceof OutOfMemoryError error) {
                throw error;
            }
            throw new IllegalStateException("a simulation failed: " + e.getCause(), e.getCause());
        }
    }

    @Override
    public void close() {
        pool.shutdownNow();
    }
}
