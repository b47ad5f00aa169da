package org.underbase.combinedlog.datanode;

import java.io.IOException;
import java.nio.file.Path;
import java.util.Collection;
import java.util.Optional;
import java.util.Set;
import java.util.UUID;
import java.util.concurrent.atomic.AtomicReference;
import org.underbase.combinedlog.block.BlockKey;
import org.underbase.combinedlog.journal.DirectoryDevice;
import org.underbase.combinedlog.journal.Journal;
import org.underbase.combinedlog.journal.JournalDevice;
import org.underbase.combinedlog.journal.JournalFiles;
import org.underbase.combinedlog.journal.JournalOptions;

/** Opens the journal that belongs to some data directories, and no other. */
final class SafeJournal {
    /** What takes the directory; a test puts a disk there that refuses. */
    static final AtomicReference<Opener> OPENER = new AtomicReference<>(DirectoryDevice::open);

    private SafeJournal() {}

    /** Takes a journal's directory for this process. */
    interface Opener {
        JournalDevice open(Path directory) throws IOException;
    }

    /**
     * Opens it, not started.
     *
     * @throws IOException where another process has it, it is not the one that the data directories name, or it cannot be
     *     read
     */
    static Journal<BlockKey> open(Path journalDir, Collection<Path> dataDirs, JournalOptions options)
            throws IOException {
        Marks.check(dataDirs, journalDir);
        Set<UUID> givenUp = Marks.givenUp(dataDirs);
        if (!givenUp.isEmpty()) {
            forget(journalDir, dataDirs, givenUp);
        }
        Journal<BlockKey> journal = tryOpen(journalDir, options);
        journal.expect(Marks.sequence(dataDirs, journal.identity()));
        return journal;
    }

    /** Before its records are read: the disk that refused may refuse that as well. */
    private static void forget(Path journalDir, Collection<Path> dataDirs, Set<UUID> givenUp) throws IOException {
        try (JournalDevice device = OPENER.get().open(journalDir)) {
            Optional<UUID> identity = JournalFiles.identityOf(device);
            if (identity.isPresent() && givenUp.contains(identity.get())) {
                JournalFiles.wipe(device);
            }
        }
        Marks.unused(dataDirs);
    }

    private static Journal<BlockKey> tryOpen(Path journalDir, JournalOptions options) throws IOException {
        JournalDevice device = OPENER.get().open(journalDir);
        try {
            return Journal.open(device, options);
        } catch (IOException e) {
            device.close();
            throw e;
        }
    }
}
