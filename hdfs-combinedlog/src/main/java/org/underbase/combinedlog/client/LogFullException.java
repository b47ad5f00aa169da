package org.underbase.combinedlog.client;

import java.io.IOException;

/** Rejection of a record because too many bytes wait for the disk. The record was not appended; the log stays usable. */
public final class LogFullException extends IOException {
    private static final long serialVersionUID = 1;

    LogFullException(String message) {
        super(message);
    }
}
