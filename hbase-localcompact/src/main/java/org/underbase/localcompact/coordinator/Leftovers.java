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
 * Deletes outputs that nobody wants, as often as it takes: a NameNode that was away when a compaction failed would keep the
 * file open until its lease ends. It may even have made a file whose maker never heard of it. Thread-safe.
 */
final class Leftovers implements Closeable {
    private static final Logger LOG = LoggerFactory.getLogger(Leftovers.class);

    private final FileSystem fs;
    private final Duration pause;
    private final ScheduledExecutorService executor;

    Leftovers(FileSystem fs, Duration pause) {
        this.fs = fs;
        this.pause = pause;
        this.executor = Executors.newSingleThreadScheduledExecutor(task -> {
            Thread thread = new Thread(task, "localcompact-leftovers");
            thread.setDaemon(true);
            return thread;
        });
    }

    /** Deletes a file if it is there, at once or later; no other file may ever have its name. */
    void delete(Path path) {
        after(path, Duration.ZERO);
    }

    private void after(Path path, Duration wait) {
        try {
            var unused = executor.schedule(() -> attempt(path), wait.toMillis(), TimeUnit.MILLISECONDS);
        } catch (RejectedExecutionException e) {
            LOG.info("{} may be left: this server stops, and whoever opens the region next cleans up", path, e);
        }
    }

    private void attempt(Path path) {
        try {
            if (fs.delete(path, false)) {
                LOG.info("{} was left of a compaction, and is deleted", path);
            }
        } catch (IOException | RuntimeException e) {
            LOG.info("{} cannot be deleted now, and will be", path, e);
            after(path, pause);
        }
    }

    @Override
    public void close() {
        executor.shutdownNow();
    }
}
