package org.underbase.combinedlog.journal;

import java.io.IOException;
import java.util.Optional;
import java.util.UUID;

/** What is done to the files of a journal that nobody has open. */
public final class JournalFiles {
    private JournalFiles() {}

    /**
     * Deletes what a directory holds of a journal, for good. What a power cut leaves of it is deleted by the next open.
     *
     * @param device where it is; open and used by nobody
     * @throws IOException where the directory cannot be written
     */
    public static void wipe(JournalDevice device) throws IOException {
        Identity.wipe(device);
    }

    /**
     * Tells which journal a directory holds, without a look at its records.
     *
     * @param device where it is
     * @return nothing where there is none
     * @throws IOException where the directory cannot be read
     */
    public static Optional<UUID> identityOf(JournalDevice device) throws IOException {
        return device.list().contains(Identity.FILE) ? Optional.of(Identity.of(device)) : Optional.empty();
    }
}
