package org.underbase.combinedlog.journal;

import java.io.IOException;

/** Thrown after an I/O error of the journal or its close: it accepts no record any more. */
public final class JournalFailedException extends IOException {
    private static final long serialVersionUID = 1;

    JournalFailedException(String message, Throwable cause) {
        super(message, cause);
    }
}
