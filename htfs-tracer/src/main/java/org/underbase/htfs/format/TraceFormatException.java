package org.underbase.htfs.format;

import java.io.IOException;

/** Thrown if bytes are not a trace, are corrupt, or have an unsupported version. */
public class TraceFormatException extends IOException {
    private static final long serialVersionUID = 1;

    public TraceFormatException(String message) {
        super(message);
    }

    TraceFormatException(String message, Throwable cause) {
        super(message, cause);
    }
}
