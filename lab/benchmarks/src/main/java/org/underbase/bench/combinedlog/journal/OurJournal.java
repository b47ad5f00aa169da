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

/** The combined log's, with a DataNode's options. Its segments are used again at once: so are none of BookKeeper's kept. */
final class OurJournal implements Contestant {
    private final Journal<Integer> journal;
    private final AtomicReference<IOException> failure = new AtomicReference<>();

    OurJournal(Path directory) throws IOException {
        journal = Journal.open(DirectoryDevice.open(directory), JournalOptions.defaults());
        journal.start(new Forgetful(), failure::set);
    }

    /** Its records are nobody's after the benchmark. */
    private static final class Forgetful implements Checkpointer<Integer> {
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
