package org.underbase.combinedlog.datanode;

import java.io.IOException;
import java.nio.file.Path;

/** The last journal failed and was invalidated, and its disk still permits no new journal: no synced byte is missing. */
public final class InvalidatedJournalException extends IOException {
    private static final long serialVersionUID = 1;

    InvalidatedJournalException(Path directory, IOException cause) {
        super(
                "the journal in " + directory + " failed earlier and cannot be recreated: " + cause.getMessage()
                        + "; replace the disk and restart the DataNode",
                cause);
    }
}
