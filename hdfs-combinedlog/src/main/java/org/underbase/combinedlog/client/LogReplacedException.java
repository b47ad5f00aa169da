package org.underbase.combinedlog.client;

import java.io.IOException;

/**
 * Failure of a {@link LogReader} whose file has become another log: the file was deleted and a log with the same path was created.
 * All later calls of the reader fail, except if the previous log returns. A new reader reads the new log.
 */
public final class LogReplacedException extends IOException {
    private static final long serialVersionUID = 1;

    LogReplacedException(String message) {
        super(message);
    }
}
