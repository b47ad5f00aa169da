package org.underbase.combinedlog.client;

import java.io.IOException;

/**
 * Failure of a {@link LogWriter}, which is permanent. Records whose append did not complete may or may not be in the log.
 * {@link CombinedLog#open} continues the log.
 */
public class LogFailedException extends IOException {
    private static final long serialVersionUID = 1;

    LogFailedException(String message, Throwable cause) {
        super(message, cause);
    }
}
