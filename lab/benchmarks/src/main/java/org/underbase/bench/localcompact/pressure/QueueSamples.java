package org.underbase.bench.localcompact.pressure;

import java.io.IOException;
import java.io.UncheckedIOException;
import java.util.List;
import java.util.concurrent.ExecutionException;
import java.util.concurrent.Executors;
import java.util.concurrent.Future;
import java.util.concurrent.ScheduledExecutorService;
import java.util.concurrent.TimeUnit;
import org.underbase.testbed.Daemon;

/** Samples of the compaction queues of RegionServers, from the start until {@link #mean}. */
final class QueueSamples implements AutoCloseable {
    private static final long PERIOD_SECONDS = 2;

    private final List<Daemon> servers;
    private final ScheduledExecutorService sampler = Executors.newSingleThreadScheduledExecutor();
    private final Future<?> sampling;
    private long queued;
    private long samples;

    QueueSamples(List<Daemon> servers) {
        this.servers = servers;
        this.sampling = sampler.scheduleAtFixedRate(this::sample, 1, PERIOD_SECONDS, TimeUnit.SECONDS);
    }

    private synchronized void sample() {
        try {
            for (Daemon server : servers) {
                queued += RegionServers.server(server)
                        .path("compactionQueueLength")
                        .asLong();
            }
            samples++;
        } catch (IOException e) {
            // Ends the sampling; mean() reports it.
            throw new UncheckedIOException(e);
        }
    }

    /** Returns the mean of queued compactions of all servers. */
    synchronized double mean() throws IOException, InterruptedException {
        if (sampling.isDone()) {
            try {
                sampling.get();
            } catch (ExecutionException e) {
                throw new IOException("cannot sample the compaction queues", e.getCause());
            }
        }
        return samples == 0 ? 0 : (double) queued / samples;
    }

    @Override
    public void close() {
        sampler.shutdownNow();
    }
}
