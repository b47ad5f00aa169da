package org.underbase.combinedlog.datanode;

import java.io.IOException;
import java.nio.file.Path;
import java.util.Collection;
import org.underbase.combinedlog.block.BlockKey;
import org.underbase.combinedlog.journal.DirectoryDevice;
import org.underbase.combinedlog.journal.Journal;
import org.underbase.combinedlog.journal.JournalOptions;

/** Opens the journal that belongs to some data directories, and no other. */
final class SafeJournal {
    private SafeJournal() {}

    /**
     * Opens it, not started.
     *
     * @throws IOException where another process has it, it is not the one that the data directories name, or it cannot be
     *     read
     */
    static Journal<BlockKey> open(Path journalDir, Collection<Path> dataDirs, JournalOptions options)
            throws IOException {
        Marks.check(dataDirs, journalDir);
        Journal<BlockKey> journal = tryOpen(journalDir, options);
        try {
            if (Marks.givenUp(dataDirs, journal.identity())) {
                journal.abandon();
                try (DirectoryDevice device = DirectoryDevice.open(journalDir)) {
                    Journal.wipe(device);
                }
                Marks.unused(dataDirs);
                return tryOpen(journalDir, options);
            }
            Marks.checkIdentity(dataDirs, journalDir, journal.identity());
            return journal;
        } catch (IOException e) {
            journal.abandon();
            throw e;
        }
    }

    private static Journal<BlockKey> tryOpen(Path journalDir, JournalOptions options) throws IOException {
        DirectoryDevice device = DirectoryDevice.open(journalDir);
        try {
            return Journal.open(device, options);
        } catch (IOException e) {
            device.close();
            throw e;
        }
    }
}
