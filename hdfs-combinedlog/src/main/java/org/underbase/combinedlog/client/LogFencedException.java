package org.underbase.combinedlog.client;

/**
 * Failure of a {@link LogWriter} that lost the lease of its file: another program opened, recovered or deleted the log. Records
 * of this writer can no longer be added.
 */
public final class LogFencedException extends LogFailedException {
    private static final long serialVersionUID = 1;

    LogFencedException(String message, Throwable cause) {
        super(message, cause);
    }
}
