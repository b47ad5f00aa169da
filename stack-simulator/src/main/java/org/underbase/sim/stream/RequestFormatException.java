package org.underbase.sim.stream;

import java.io.IOException;

/** A file of requests is truncated, corrupt, or of another version. */
public final class RequestFormatException extends IOException {
    private static final long serialVersionUID = 1;

    RequestFormatException(String message) {
        super(message);
    }
}
