package org.underbase.htfs.format;

import java.io.IOException;

/** Bytes that are not a trace, are damaged, or are of a version this reader does not know. */
public class TraceFormatException extends IOException {
    private static final long serialVersionUID = 1;

    public TraceFormatException(String message) {
        super(message);
    }

    TraceFormatException(String message, Throwable cause) {
        super(message, cause);
    }
}
