package org.underbase.bench.combinedlog.journal;

import java.io.IOException;
import java.nio.ByteBuffer;
import java.nio.file.Path;
import java.util.Set;
import java.util.concurrent.atomic.AtomicReference;
import org.underbase.bench.combinedlog.load.Task;
import org.underbase.combinedlog.journal.Checkpointer;
import org.underbase.combinedlog.journal.DirectoryDevice;
import org.underbase.combinedlog.journal.Journal;
import org.underbase.combinedlog.journal.JournalOptions;
import org.underbase.combinedlog.journal.JournalStatistics;

/** Combined log's journal with a DataNode's options. It reclaims segments without a checkpoint; BookKeeper's keeps none either. */
final class UnderbaseJournal implements JournalUnderTest {
    private final Journal<Integer> journal;
    private final AtomicReference<IOException> failure = new AtomicReference<>();

    UnderbaseJournal(Path directory) throws IOException {
        journal = Journal.open(DirectoryDevice.open(directory), JournalOptions.defaults());
        journal.start(new NoCheckpoint(), failure::set);
    }

    /** Checkpointer that does nothing, because the benchmark's records need not survive. */
    private static final class NoCheckpoint implements Checkpointer<Integer> {
        @Override
        public void makeDurable(Set<Integer> keys, long sequence, Pace pace) {}

        @Override
        public void forgotten(long sequence) {}
    }

    @Override
    public Task writer(int number) {
        ByteBuffer record = ByteBuffer.allocateDirect(RECORD_BYTES);
        return () -> journal.sync(journal.append(number, 1, record.duplicate()));
    }

    JournalStatistics statistics() {
        return journal.statistics();
    }

    @Override
    public void close() throws IOException {
        journal.abandon();
        if (failure.get() != null) {
            throw failure.get();
        }
    }
}
