package org.underbase.combinedlog.datanode;

import java.nio.file.Path;
import java.util.concurrent.TimeUnit;
import java.util.function.LongSupplier;
import org.slf4j.Logger;
import org.slf4j.LoggerFactory;
import org.underbase.combinedlog.block.ReplayProgress;

/** Progress of a replay in the DataNode's log. Not thread-safe. */
final class LoggedProgress implements ReplayProgress {
    private static final Logger LOG = LoggerFactory.getLogger(DataNodeJournal.class);
    private static final long PERIOD_NANOS = TimeUnit.SECONDS.toNanos(5);

    private final Path directory;
    private final LongSupplier nanoTime;
    private final long start;
    private long last;

    LoggedProgress(Path directory) {
        this(directory, System::nanoTime);
    }

    /**
     * @param directory directory of the journal
     * @param nanoTime clock, in nanoseconds
     */
    LoggedProgress(Path directory, LongSupplier nanoTime) {
        this.directory = directory;
        this.nanoTime = nanoTime;
        this.start = nanoTime.getAsLong();
        this.last = start;
    }

    @Override
    public void progress(Step step, long done, long total) {
        long now = nanoTime.getAsLong();
        if (now - last >= PERIOD_NANOS) {
            last = now;
            LOG.info(
                    "Replaying the journal in {}: {} {} after {} s",
                    directory,
                    total > 0 ? done + " of " + total : done,
                    step,
                    TimeUnit.NANOSECONDS.toSeconds(now - start));
        }
    }
}
