package org.underbase.combinedlog.journal;

import java.io.IOException;
import java.util.List;
import java.util.Optional;
import java.util.UUID;

/** Operations on the files of a journal that no process has open. */
public final class JournalFiles {
    private JournalFiles() {}

    /**
     * Deletes a journal permanently. The next open deletes files that remain after a power failure.
     *
     * @param device location of the journal, open and otherwise unused
     * @throws IOException if the directory cannot be written
     */
    public static void delete(JournalDevice device) throws IOException {
        JournalId.deleteJournal(device);
    }

    /** Closes all files, even if some fail. */
    static void close(List<JournalFile> files) throws IOException {
        if (!files.isEmpty()) {
            try {
                files.get(0).close();
            } finally {
                close(files.subList(1, files.size()));
            }
        }
    }

    /**
     * Reads the journal ID without reading records.
     *
     * @param device location of the journal
     * @return the ID; empty if there is no journal
     * @throws IOException if the directory cannot be read
     */
    public static Optional<UUID> idOf(JournalDevice device) throws IOException {
        return device.list().contains(JournalId.FILE) ? Optional.of(JournalId.of(device)) : Optional.empty();
    }
}
