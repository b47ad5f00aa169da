package org.underbase.bench.localcompact.cache;

import java.io.IOException;
import java.util.concurrent.ExecutionException;
import java.util.concurrent.Executors;
import java.util.concurrent.ScheduledExecutorService;
import java.util.concurrent.ScheduledFuture;
import java.util.concurrent.TimeUnit;

/** Samples of the cached fraction of the hot file, from the creation of this object until {@link #mean}. */
final class CacheSamples implements AutoCloseable {
    private static final long PERIOD_MILLIS = 250;

    private final HotReplicas replicas;
    private final ScheduledExecutorService thread = Executors.newSingleThreadScheduledExecutor();
    private final ScheduledFuture<?> sampling;
    private double sum;
    private int count;

    CacheSamples(HotReplicas replicas) {
        this.replicas = replicas;
        sampling = thread.scheduleAtFixedRate(this::sample, 0, PERIOD_MILLIS, TimeUnit.MILLISECONDS);
    }

    private synchronized void sample() {
        try {
            sum += replicas.cachedFraction();
            count++;
        } catch (IOException e) {
            throw new java.io.UncheckedIOException(e);
        }
    }

    /** Takes a last sample, and returns the mean. */
    synchronized double mean() throws IOException, InterruptedException {
        if (sampling.isDone()) {
            try {
                sampling.get();
            } catch (ExecutionException e) {
                throw new IOException("cannot sample the page cache", e.getCause());
            }
        }
        sample();
        return sum / count;
    }

    @Override
    public void close() {
        thread.shutdownNow();
    }
}
