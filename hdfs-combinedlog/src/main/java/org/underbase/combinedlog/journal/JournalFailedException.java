package org.underbase.combinedlog.journal;

import java.io.IOException;

/** The journal's disk refused, or it was closed: nothing more becomes durable through it. */
public final class JournalFailedException extends IOException {
    private static final long serialVersionUID = 1;

    JournalFailedException(String message, Throwable cause) {
        super(message, cause);
    }
}
