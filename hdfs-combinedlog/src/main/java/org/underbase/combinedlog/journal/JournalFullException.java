package org.underbase.combinedlog.journal;

import java.io.IOException;

/** Thrown if all segments are full and the checkpoint has not finished: the caller must make its bytes durable itself. */
public final class JournalFullException extends IOException {
    private static final long serialVersionUID = 1;

    JournalFullException() {
        super("the journal has no free segment: checkpoints are slower than writers");
    }
}
