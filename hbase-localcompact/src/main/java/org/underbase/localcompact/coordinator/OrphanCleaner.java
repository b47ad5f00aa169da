package org.underbase.localcompact.coordinator;

import java.io.Closeable;
import java.io.IOException;
import java.time.Duration;
import java.util.concurrent.Executors;
import java.util.concurrent.RejectedExecutionException;
import java.util.concurrent.ScheduledExecutorService;
import java.util.concurrent.TimeUnit;
import org.apache.hadoop.fs.FileSystem;
import org.apache.hadoop.fs.Path;
import org.slf4j.Logger;
import org.slf4j.LoggerFactory;

/**
 * Deletes the output files that are not published, such as those of failed compactions, with retries: a NameNode that was unavailable when a compaction failed would
 * keep the file open until its lease expires. The file may also exist although its creation seemed to fail. Thread-safe.
 */
final class OrphanCleaner implements Closeable {
    private static final Logger LOG = LoggerFactory.getLogger(OrphanCleaner.class);

    private final FileSystem fs;
    private final Duration pause;
    private final ScheduledExecutorService executor;

    OrphanCleaner(FileSystem fs, Duration pause) {
        this.fs = fs;
        this.pause = pause;
        this.executor = Executors.newSingleThreadScheduledExecutor(task -> {
            Thread thread = new Thread(task, "localcompact-orphans");
            thread.setDaemon(true);
            return thread;
        });
    }

    /** Deletes a file if it exists, asynchronously and with retries; its name must never be used again. */
    void delete(Path path) {
        schedule(path, Duration.ZERO);
    }

    private void schedule(Path path, Duration delay) {
        try {
            var unused = executor.schedule(() -> attempt(path), delay.toMillis(), TimeUnit.MILLISECONDS);
        } catch (RejectedExecutionException e) {
            LOG.info("Server stops before it deletes {}; the next server that opens the region does it", path, e);
        }
    }

    private void attempt(Path path) {
        try {
            if (fs.delete(path, false)) {
                LOG.info("Deleted output that is not published: {}", path);
            }
        } catch (IOException | RuntimeException e) {
            LOG.info("Cannot delete {}, will retry", path, e);
            schedule(path, pause);
        }
    }

    @Override
    public void close() {
        executor.shutdownNow();
    }
}
