package org.underbase.combinedlog.journal;

import java.io.IOException;
import java.util.List;
import java.util.Optional;
import java.util.UUID;

/** Operations on the files of a journal that no process has open. */
public final class JournalFiles {
    private JournalFiles() {}

    /**
     * Reports whether a file of this name in a journal's directory belongs to the journal.
     *
     * @param name file name
     * @return whether it is that of the ID, of a segment or of the lock, or of such a file that is being created
     */
    public static boolean isOwn(String name) {
        String created = created(name);
        return created.equals(JournalId.FILE) || Segment.number(created) >= 0 || name.equals(DirectoryLock.FILE);
    }

    /** Returns the final name of a file that is being created; the name of any other file. */
    static String created(String name) {
        return isTemporary(name) ? name.substring(0, name.length() - JournalDevice.TEMPORARY.length()) : name;
    }

    static boolean isTemporary(String name) {
        return name.endsWith(JournalDevice.TEMPORARY);
    }

    /**
     * Deletes a journal permanently. Files of other names remain. The next open deletes files that remain after a power failure.
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
